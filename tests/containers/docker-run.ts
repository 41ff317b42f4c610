import { execFile, spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** An engine may be named that has ended. */
const ASK_MS_MAX = 5_000
const START_MS_MAX = 180_000
const LOOK_EVERY_MS = 200

const docker = async (args: readonly string[], timeout = START_MS_MAX): Promise<string> =>
  (await promisify(execFile)('docker', args, { timeout })).stdout.trim()

export const isDockerThere = (): Promise<boolean> =>
  docker(['version', '--format', '{{.Server.Version}}'], ASK_MS_MAX).then(
    () => true,
    () => false,
  )

interface Container {
  /** On 127.0.0.1. */
  readonly port: number
  stop(): void
}

/**
 * Runs an image and publishes one port; the container ends with this process.
 * @param healthy a command within the container that succeeds once it serves
 */
export async function runContainer(
  image: string,
  port: number,
  { env, healthy }: { readonly env: Readonly<Record<string, string>>; readonly healthy: readonly string[] },
): Promise<Container> {
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const id = await docker(['run', '--detach', '--rm', '--publish', `127.0.0.1::${port}`, ...variables, image])
  const stop = (): void => void spawnSync('docker', ['rm', '--force', '--volumes', id])
  process.once('exit', stop)
  const startedMs = performance.now()
  for (;;) {
    const failure = await docker(['exec', id, ...healthy], ASK_MS_MAX).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure === undefined) break
    if (performance.now() - startedMs > START_MS_MAX) throw new Error(`${image} does not serve`, { cause: failure })
    await pause(LOOK_EVERY_MS)
  }
  const published = await docker(['port', id, `${port}/tcp`], ASK_MS_MAX)
  return { port: Number(published.split(':').at(-1)), stop }
}
