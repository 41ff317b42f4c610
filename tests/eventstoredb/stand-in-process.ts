import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from './orphan-guard.ts'
import { ownFolder } from './own-folder.ts'
import { PACKAGES_FOLDER, standInProgram } from './stand-in-bundle.ts'
import type { CommandDone, Refusal, StandInCommand, StandInSettings } from './stand-in/server-state.ts'

/** A server that behaves like EventStoreDB, in its own process, for one test, which may end it. */
export interface StandIn {
  readonly url: string
  /** The id of the current or last process. */
  readonly pid: number
  /** Ends it at once, like a crash. */
  kill(): Promise<void>
  /** Stops it like an operator: ends subscriptions and completes other calls. */
  stop(): Promise<void>
  /** Restarts it on the same port and data; it may not be ready at once. Does nothing while it runs. */
  start(): Promise<void>
  /** Makes it accept connections without answers. Like `thaw`, does nothing while it does not run. */
  freeze(): void
  thaw(): void
  /** Kills it, and removes data that it created. */
  dispose(): Promise<void>
  /** The answer to every call on streams, until `undefined` clears it or the server restarts. */
  refuse(refusal: Refusal | undefined): Promise<void>
  /** Ends subscriptions, as a server may at any time. */
  endSubscriptions(): Promise<void>
}

interface StandInOptions {
  /** A file that remains at the end; without it the data are in a temporary folder. */
  readonly dataFile?: string
}

const NOT_READY_MS = 300
/** A real server takes 5 s. */
const STOP_MS = 300
const STOP_MS_MAX = 10_000
const NO_PID = -1

type WithoutNumber<Each> = Each extends StandInCommand ? Omit<Each, 'number'> : never

/** Starts a server, and waits until it is ready. */
export async function openStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const folder = options.dataFile === undefined ? await ownFolder() : undefined
  const dataFile = options.dataFile ?? join(folder!, 'log')
  let settings: StandInSettings = {
    dataFile,
    port: 0,
    notReadyMs: 0,
    stopMs: STOP_MS,
  }
  let current: RunningStandIn | undefined
  let lastPid = NO_PID

  let starting: Promise<void> | undefined

  const startNow = async (): Promise<void> => {
    current = await run(settings)
    lastPid = current.pid
    settings = { ...settings, port: current.port, notReadyMs: NOT_READY_MS }
  }
  const start = async (): Promise<void> => {
    if (starting === undefined && current?.isAlive() === true) return
    // Concurrent callers wait for the same start, because there is one port.
    starting ??= startNow().finally(() => (starting = undefined))
    await starting
  }
  const tell = async (command: WithoutNumber<StandInCommand>): Promise<void> => {
    await current?.tell(command)
  }
  await start()
  return {
    url: `esdb://127.0.0.1:${settings.port}?tls=false`,
    get pid() {
      return lastPid
    },
    start,
    kill: async () => current?.end('SIGKILL'),
    stop: async () => current?.end('SIGTERM'),
    freeze: () => current?.freeze(),
    thaw: () => current?.thaw(),
    refuse: (refusal) => tell({ set: 'refusal', refusal: refusal ?? null }),
    endSubscriptions: () => tell({ set: 'subscriptions-ended' }),
    dispose: async () => {
      await current?.end('SIGKILL')
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

interface RunningStandIn {
  readonly pid: number
  readonly port: number
  readonly isAlive: () => boolean
  /** Resolves with the exit code. */
  readonly gone: Promise<number | null>
  readonly freeze: () => void
  readonly thaw: () => void
  /** Resolves after the process has ended. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  /** Resolves once it is done, or the process has ended. */
  readonly tell: (command: WithoutNumber<StandInCommand>) => Promise<void>
}

/** Processes to end with this one, even frozen ones. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function run(settings: StandInSettings): Promise<RunningStandIn> {
  const child = fork(await standInProgram(), [JSON.stringify(settings)], {
    execArgv: ['--enable-source-maps'],
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_PATH: PACKAGES_FOLDER },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  running.add(child)
  let stopGuarding = (): void => undefined
  const gone = once(child, 'exit').then(([code]: (number | null)[]) => {
    running.delete(child)
    stopGuarding()
    return code ?? null
  })
  const port = await portSaid(child, gone)
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  const pid = child.pid ?? NO_PID
  let commands = 0
  return {
    pid,
    port,
    isAlive,
    gone,
    freeze: () => {
      if (!isAlive()) return
      stopGuarding()
      stopGuarding = endWithUs(pid)
      child.kill('SIGSTOP')
    },
    thaw: () => {
      if (isAlive()) child.kill('SIGCONT')
      stopGuarding()
    },
    end: async (signal) => {
      if (!isAlive()) return void (await gone)
      child.kill(signal)
      child.kill('SIGCONT') // a frozen process handles only SIGKILL
      const tooLong = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
      await gone
      clearTimeout(tooLong)
    },
    tell: async (command) => {
      if (!isAlive() || !child.connected) return
      const number = ++commands
      child.send({ ...command, number } satisfies StandInCommand)
      await Promise.race([doneWith(child, number), gone])
    },
  }
}

async function portSaid(child: ChildProcess, gone: Promise<unknown>): Promise<number> {
  let said = ''
  const port = new Promise<number>((resolve) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const port = /^listening (\d+)$/m.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  const failed = gone.then((): never => {
    throw new Error(`the stand-in ended before it listened: ${said}`)
  })
  return Promise.race([port, failed])
}

const doneWith = (child: ChildProcess, number: number): Promise<void> =>
  new Promise((resolve) => {
    const look = (message: CommandDone): void => {
      if (message.done !== number) return
      child.off('message', look)
      resolve()
    }
    child.on('message', look)
  })
