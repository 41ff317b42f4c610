import { isDockerThere, runContainer } from '../containers/docker-run.ts'

const IMAGE_DEFAULT = 'docker.eventstore.com/eventstore/eventstoredb-ee:24.10'
const NODE_PORT = 2113

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
  const env = {
    EVENTSTORE_INSECURE: 'true',
    EVENTSTORE_CLUSTER_SIZE: '1',
    EVENTSTORE_RUN_PROJECTIONS: 'None',
    EVENTSTORE_NODE_PORT: String(NODE_PORT),
    EVENTSTORE_MEM_DB: 'true',
  }
  const healthy = ['curl', '--fail', '--silent', `http://localhost:${NODE_PORT}/health/live`]
  const { port } = await runContainer(image, NODE_PORT, { env, healthy })
  return { image, url: `esdb://127.0.0.1:${port}?tls=false` }
}
