import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/processes/product-calls.ts'

/** A server that behaves like EventStoreDB, in its own process, for one test, which may end it. */
export interface StandIn {
  readonly url: string
  /** Ends it at once, like a crash. */
  kill(): Promise<void>
  /** On the same port and data; it may not be ready at once. Does nothing while it runs. */
  start(): Promise<void>
  /** Makes it accept connections without answers. Like `thaw`, does nothing while it does not run. */
  freeze(): void
  thaw(): void
  /** Kills it, and removes data that it created. */
  dispose(): Promise<void>
}

const MAIN = join(import.meta.dirname, 'stand-in', 'main.ts')
/** While it starts, a server refuses calls; the first start of a test is not delayed. */
const NOT_READY_MS = 300

/** @param dataFile remains at the end; without it the data are in a temporary folder */
export async function openStandIn(dataFile?: string): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
  const port = await freePort()
  const args = [dataFile ?? join(folder, 'log'), String(port)]
  let child: ChildProcess | undefined
  let listening = Promise.resolve()

  const isAlive = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null
  const start = (notReadyMs = NOT_READY_MS): Promise<void> => {
    if (isAlive()) return listening
    // A frozen process would outlive its parent.
    const command = ['--pdeathsig', 'KILL', process.execPath, '--import', 'tsx', MAIN, ...args]
    child = spawn('setpriv', [...command, String(notReadyMs)], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit').then(() => {
      throw new Error('the stand-in ended before it listened')
    })
    ended.catch(() => undefined)
    return (listening = Promise.race([once(child.stdout!, 'data').then(() => undefined), ended]))
  }
  const kill = async (): Promise<void> => {
    if (!isAlive()) return
    const gone = once(child!, 'exit')
    child!.kill('SIGKILL')
    await gone
  }
  await start(0)
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    start: () => start(),
    kill,
    freeze: () => void child!.kill('SIGSTOP'),
    thaw: () => void child!.kill('SIGCONT'),
    dispose: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
