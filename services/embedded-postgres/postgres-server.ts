import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '@app/settings/data-folder.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { askServer, postgresUrl } from '@app/postgres/connection.ts'
import { clusterOf, findRunningPostgres, readPidFile, type RunningPostgres } from './pid-file.ts'
import { spawnPostmaster, wrongPassword, type Postmaster } from './spawn.ts'
import { stopPostmaster } from './stop.ts'
import { choosePostgresUser, machineProbes } from './server-user.ts'
import { isAlive, isNumberTaken } from '@app/observability/process-facts.ts'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Idle backends end by themselves without a postmaster. */
const LEAVE_MS_MAX = 1_500
const KILLED_MS_MAX = 2_000
const LOOK_EVERY_MS = 20

/** A new postmaster does not start while backends use the old one's shared memory. Only Linux lists them. */
async function endLeftProcesses(cluster: string): Promise<void> {
  if (process.platform !== 'linux' || (await haveLeft(cluster, LEAVE_MS_MAX))) return
  // Loses nothing: acknowledged commits are in the write-ahead log.
  for (const pid of processesOf(cluster)) kill(pid)
  await haveLeft(cluster, KILLED_MS_MAX)
}

async function haveLeft(cluster: string, msMax: number): Promise<boolean> {
  for (let waited = 0; waited < msMax; waited += LOOK_EVERY_MS) {
    if (processesOf(cluster).length === 0) return true
    await pause(LOOK_EVERY_MS)
  }
  return processesOf(cluster).length === 0
}

function processesOf(cluster: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isServerProcess(pid, cluster) && isAlive(pid))
}

function isServerProcess(pid: number, cluster: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)) return false
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false // ended, or another user's
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already ended.
  }
}

export { ensureDatabase } from '@app/postgres/connection.ts'
export { findRunningPostgres } from './pid-file.ts'

export const EMBEDDED_DATABASE = 'app'

export interface PostgresServerOptions {
  /** Absolute, and claimed by the caller: one supervisor a folder. */
  readonly dataDir: string
  readonly password: string
  readonly say: (line: string) => void
  /** False only in tests. */
  readonly durable?: boolean
  readonly maxConnections?: number
  readonly port?: number
  /** Aborting ends a start in progress. */
  readonly signal?: AbortSignal
}

export interface PostgresServer {
  url(database: string): string
  readonly port: number
  /** True for a server that a killed process left running. */
  readonly adopted: boolean
  /** Fast shutdown, ten seconds at most. May be called twice. */
  stop(): Promise<void>
  /** Resolves only when the server dies without `stop`. */
  readonly exited: Promise<void>
}

const MAX_CONNECTIONS = 100
const ADOPT_MS_MAX = 5_000
const RECOVERY_MS_MAX = 300_000
const ASK_EVERY_MS = 100
const WATCH_EVERY_MS = 500

/** Starts a server, or adopts that of a killed process. @throws StartError in Spanish, with advice */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { dataDir, password, say, durable = true, maxConnections = MAX_CONNECTIONS, port, signal } = options
  await makeFolder(dataDir)
  const binaries = await findPostgresBinaries()
  const orphan = await adoptOrStop(options, binaries)
  if (orphan) return serve(options, binaries, orphan, true)
  const user = await choosePostgresUser(dataDir, machineProbes(dataDir, binaries.postgres))
  await prepareCluster({ dataDir, password, durable, say, signal }, binaries, user)
  signal?.throwIfAborted()
  const spawning = { dataDir, password, durable, maxConnections, port, signal }
  const postmaster = await spawnPostmaster(spawning, binaries, user)
  say(`PostgreSQL listo en el puerto ${postmaster.port}.`)
  return serve(options, binaries, postmaster, false)
}

async function adoptOrStop(
  { dataDir, password, say }: PostgresServerOptions,
  binaries: PostgresBinaries,
): Promise<Postmaster | undefined> {
  const running = findRunningPostgres(dataDir)
  if (running && (await answers(running, dataDir, password))) {
    say(`PostgreSQL seguía abierto en el puerto ${running.port} (proceso ${running.pid}): se retoma.`)
    return { ...running, died: watch(running.pid) }
  }
  if (running) {
    say(`PostgreSQL seguía abierto (proceso ${running.pid}) pero no responde: se reinicia.`)
    await stopPostmaster(running.pid, binaries, clusterOf(dataDir))
  }
  await endLeftProcesses(clusterOf(dataDir))
  await forgetTakenNumber(dataDir)
  return undefined
}

async function answers(running: RunningPostgres, dataDir: string, password: string): Promise<boolean> {
  const url = postgresUrl(running.port, password, 'postgres')
  const started = performance.now()
  let msMax = ADOPT_MS_MAX
  while (performance.now() - started < msMax && isAlive(running.pid)) {
    const answer = await askServer(url)
    if (answer.is === 'ready') return true
    if (answer.is === 'wrong-password') throw wrongPassword(dataDir)
    if (answer.is === 'starting') msMax = RECOVERY_MS_MAX
    await pause(ASK_EVERY_MS)
  }
  return false
}

/** PostgreSQL refuses a pid file whose number is in use, by a zombie (container) or another program. */
async function forgetTakenNumber(dataDir: string): Promise<void> {
  const written = readPidFile(clusterOf(dataDir))
  if (!written || !isNumberTaken(written.pid)) return
  await rm(join(clusterOf(dataDir), 'postmaster.pid'), { force: true })
}

function serve(
  { dataDir, password }: PostgresServerOptions,
  binaries: PostgresBinaries,
  { pid, port, died }: Postmaster,
  adopted: boolean,
): PostgresServer {
  let stopping: Promise<void> | undefined
  const exited = new Promise<void>((resolve) => void died.then(() => stopping ?? resolve()))
  return { url: (database) => postgresUrl(port, password, database), port, adopted, stop, exited }

  function stop(): Promise<void> {
    stopping ??= stopPostmaster(pid, binaries, clusterOf(dataDir))
    return stopping
  }
}

/** Polls, because an adopted server is not a child process. */
async function watch(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(WATCH_EVERY_MS, undefined, { ref: false })
}
