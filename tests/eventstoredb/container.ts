import { existsSync } from 'node:fs'
import { get, type RequestOptions } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'

const IMAGE_DEFAULT = 'docker.eventstore.com/eventstore/eventstoredb-ee:24.10'
const NODE_PORT = 2113
const ALIVE = 204
const PROBE_MS_MAX = 500
const START_MS_MAX = 180_000

export interface ContainerAddress {
  readonly image: string
  readonly url: string
}

let started: Promise<ContainerAddress> | undefined

/** One server for the whole process, in a container that ends with it; undefined without a Docker engine. */
export async function startedContainer(): Promise<ContainerAddress | undefined> {
  if (started === undefined && !(await isDockerThere())) return undefined
  started ??= startContainer(process.env.ESDB_IMAGE ?? IMAGE_DEFAULT)
  return started
}

async function startContainer(image: string): Promise<ContainerAddress> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(image)
    .withEnvironment({
      EVENTSTORE_INSECURE: 'true',
      EVENTSTORE_CLUSTER_SIZE: '1',
      EVENTSTORE_RUN_PROJECTIONS: 'None',
      EVENTSTORE_NODE_PORT: String(NODE_PORT),
      EVENTSTORE_MEM_DB: 'true',
    })
    .withExposedPorts(NODE_PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', NODE_PORT).forStatusCode(ALIVE))
    .withStartupTimeout(START_MS_MAX)
    .start()
  const url = `esdb://${container.getHost()}:${container.getMappedPort(NODE_PORT)}?tls=false`
  return { image, url }
}

/** Calls the engine, because an ended one may leave a socket. */
async function isDockerThere(): Promise<boolean> {
  for (const engine of engines()) if (await answersPing(engine)) return true
  return false
}

function engines(): readonly RequestOptions[] {
  const named = process.env.DOCKER_HOST
  if (named !== undefined && URL.canParse(named)) {
    const { protocol, hostname, port, pathname } = new URL(named)
    return protocol === 'unix:' ? [{ socketPath: pathname }] : [{ host: hostname, port }]
  }
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')]
  const runtime = process.env.XDG_RUNTIME_DIR
  if (runtime !== undefined) sockets.push(join(runtime, 'docker.sock'))
  return sockets.filter((path) => existsSync(path)).map((socketPath) => ({ socketPath }))
}

const answersPing = (engine: RequestOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ ...engine, path: '/_ping', timeout: PROBE_MS_MAX }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', () => resolve(false))
  })
