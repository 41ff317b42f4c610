import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { freePort } from './free-port.ts'
import type { LogServer } from './log-server.ts'
import { endWithUs } from './orphan-guard.ts'
import { ownFolder } from './own-folder.ts'
import { eventually } from '../support/eventually.ts'

/**
 * EVENTSTORE_COMMAND starts real servers for tests: a command line with `{port}`, `{replicationPort}` and `{dir}`, without
 * TLS and on 127.0.0.1. Its process must be the server itself, because tests send it signals.
 */
const commandGiven = (): string => process.env.EVENTSTORE_COMMAND ?? ''

export const isCommandGiven = (): boolean => commandGiven() !== ''

const PLACES = ['{port}', '{replicationPort}', '{dir}'] as const
const STOP_MS_MAX = 30_000
const ASK_MS_MAX = 500
const NO_PID = -1

/** The command line for one server. @throws Error if it lacks a placeholder */
function commandFor(command: string, [port, replicationPort, dir]: readonly [number, number, string]) {
  const missing = PLACES.filter((place) => !command.includes(place))
  if (missing.length > 0) throw new Error(`EVENTSTORE_COMMAND lacks ${missing.join(' and ')}`)
  return command
    .replaceAll('{port}', String(port))
    .replaceAll('{replicationPort}', String(replicationPort))
    .replaceAll('{dir}', `'${dir}'`)
}

/** Starts a server in its own folder, and waits until it is ready. */
export async function openCommandedServer(): Promise<LogServer> {
  const folder = await ownFolder()
  const dir = join(folder, 'data')
  await mkdir(dir)
  const port = await freePort()
  const command = commandFor(commandGiven(), [port, await freePort(), dir])
  const url = `esdb://127.0.0.1:${port}?tls=false`
  let current: CommandedProcess | undefined
  let starting: Promise<void> | undefined
  const start = async (): Promise<void> => {
    if (starting === undefined && current?.isAlive() === true) return
    starting ??= run(command, url)
      .then((started) => void (current = started))
      .finally(() => (starting = undefined))
    await starting
  }
  await start()
  return {
    url,
    get pid() {
      return current?.pid ?? NO_PID
    },
    start,
    kill: async () => current?.end('SIGKILL'),
    stop: async () => current?.end('SIGTERM'),
    freeze: () => current?.signal('SIGSTOP'),
    thaw: () => current?.signal('SIGCONT'),
    dispose: async () => {
      await current?.end('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

interface CommandedProcess {
  readonly pid: number
  readonly isAlive: () => boolean
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Resolves after the process has ended. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function run(command: string, url: string): Promise<CommandedProcess> {
  // The server reads every EVENTSTORE_… as an option, and refuses unknown ones.
  const { EVENTSTORE_COMMAND: _command, EVENTSTORE_URL: _url, ...env } = process.env
  const child = spawn('sh', ['-c', `exec ${command}`], { stdio: 'ignore', env })
  running.add(child)
  const pid = child.pid ?? NO_PID
  const stopGuarding = endWithUs(pid)
  const gone = once(child, 'exit').then(() => {
    running.delete(child)
    stopGuarding()
  })
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  await ready(url, isAlive)
  return {
    pid,
    isAlive,
    signal: (signal) => {
      if (isAlive()) child.kill(signal)
    },
    end: async (signal) => {
      if (!isAlive()) return gone
      child.kill(signal)
      child.kill('SIGCONT') // a frozen process handles only SIGKILL
      const tooLong = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
      await gone
      clearTimeout(tooLong)
    },
  }
}

async function ready(url: string, isAlive: () => boolean): Promise<void> {
  const what = 'the server that EVENTSTORE_COMMAND starts'
  const answersOrIsGone = async (): Promise<void> => {
    if (isAlive() && !(await isReady(url))) throw new Error('the server is not ready')
  }
  await eventually(answersOrIsGone, { what })
  if (!isAlive()) throw new Error(`${what} ended before it was ready`)
}

/** Every log begins with events of the server itself. */
async function isReady(url: string): Promise<boolean> {
  const client = EventStoreDBClient.connectionString(url)
  try {
    for await (const _ of client.readAll({ maxCount: 1, deadline: ASK_MS_MAX })) return true
    return false
  } catch {
    return false
  } finally {
    await client.dispose()
  }
}
