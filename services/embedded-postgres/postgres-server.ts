import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { isAlive, isNumberTaken } from '@app/observability/process-facts.ts'
import { askServer, postgresUrl } from '@app/postgres/connection.ts'
import { makeFolder } from '@app/settings/data-folder.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { prepareCluster } from './cluster.ts'
import { configuration } from './configuration.ts'
import { clusterOf, findRunningPostgres, readPidFile, type RunningPostgres } from './pid-file.ts'
import { openPostgresLog, postgresLogOf, tailOfPostgresLog } from './server-log.ts'
import { choosePostgresUser, commandAs, machineProbes, type PostgresUser } from './server-user.ts'

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
/** Recovery after a crash may take so long; the server reports that it is recovering. */
const RECOVERY_MS_MAX = 300_000
const ASK_EVERY_MS = 100
const WATCH_EVERY_MS = 500
const ATTEMPTS_MAX = 3
const ATTEMPT_PAUSE_MS = 500

/** Starts a server, or adopts that of a killed process. @throws StartError in Spanish, with advice */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { dataDir, password, say, durable = true, signal } = options
  await makeFolder(dataDir)
  const orphan = await adoptOrStop(options)
  if (orphan) return serve(options, orphan, true)
  const binaries = await findPostgresBinaries()
  const user = await choosePostgresUser(dataDir, machineProbes(dataDir, binaries.postgres))
  await prepareCluster({ dataDir, password, durable, say, signal }, binaries, user)
  signal?.throwIfAborted()
  const running = await start(options, binaries, user)
  say(`PostgreSQL listo en el puerto ${running.port}.`)
  return serve(options, running, false)
}

async function adoptOrStop({
  dataDir,
  password,
  say,
}: PostgresServerOptions): Promise<RunningPostgres | undefined> {
  const running = findRunningPostgres(dataDir)
  if (running && (await answers(running, dataDir, password))) {
    say(`PostgreSQL seguía abierto en el puerto ${running.port} (proceso ${running.pid}): se retoma.`)
    return running
  }
  if (running) {
    say(`PostgreSQL seguía abierto (proceso ${running.pid}) pero no responde: se reinicia.`)
    await stopPostmaster(running.pid)
  }
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

/** By PostgreSQL's own program, which detaches the server: Ctrl-C must reach only Node, which stops the server last. */
async function start(
  options: PostgresServerOptions,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<RunningPostgres> {
  const { dataDir, password, signal } = options
  // Another program may have taken the port, or a killed server's children may still be ending.
  for (let attempt = 1; ; attempt += 1) {
    const log = openPostgresLog(dataDir)
    const isStarted = await control(options, binaries, user, log.descriptor)
    log.close()
    const running = findRunningPostgres(dataDir)
    if (isStarted && running && signal?.aborted !== true) {
      if ((await askServer(postgresUrl(running.port, password, 'postgres'))).is !== 'wrong-password')
        return running
      await stopPostmaster(running.pid)
      throw wrongPassword(dataDir)
    }
    if (running) await stopPostmaster(running.pid)
    signal?.throwIfAborted()
    if (attempt === ATTEMPTS_MAX) throw await notStarted(dataDir, log.bytes)
    await pause(ATTEMPT_PAUSE_MS)
  }
}

/** @returns whether the server is ready */
async function control(
  { dataDir, durable = true, maxConnections = MAX_CONNECTIONS, port, signal }: PostgresServerOptions,
  { pg_ctl }: PostgresBinaries,
  user: PostgresUser,
  log: number,
): Promise<boolean> {
  const settings = configuration({ durable, maxConnections }, port ?? (await freePort()))
  const waiting = ['--silent', '--wait', `--timeout=${RECOVERY_MS_MAX / 1_000}`]
  const args = ['start', ...waiting, `--pgdata=${clusterOf(dataDir)}`, `--options=${settings}`]
  const command = commandAs(user, pg_ctl, args)
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: dataDir,
    stdio: ['ignore', log, log],
    // Ctrl-C would end it, but not the server that it is starting.
    detached: true,
    windowsHide: true,
  })
  const giveUp = (): void => void stopStarting(dataDir, child)
  signal?.addEventListener('abort', giveUp, { once: true })
  const [code] = (await once(child, 'exit').catch(() => [undefined])) as [number | undefined]
  signal?.removeEventListener('abort', giveUp)
  return code === 0
}

/** A server has no pid file for a moment after its start. The program that started it ends with it. */
async function stopStarting(dataDir: string, starting: ChildProcess): Promise<void> {
  while (starting.exitCode === null && starting.signalCode === null) {
    const running = findRunningPostgres(dataDir)
    if (running) return stopPostmaster(running.pid)
    await pause(LOOK_EVERY_MS)
  }
}

const wrongPassword = (dataDir: string): StartError =>
  new StartError(
    `La base de datos de ${dataDir} no acepta la contraseña de ${dataDir}/secrets/postgres: restaura ese archivo desde un respaldo, o elige otra carpeta con DATA_DIR.`,
  )

async function notStarted(dataDir: string, logBytes: number): Promise<StartError> {
  const tail = await tailOfPostgresLog(dataDir, logBytes)
  return new StartError(`PostgreSQL no partió. Lo último que dijo (${postgresLogOf(dataDir)}):\n${tail}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function serve(
  { password }: PostgresServerOptions,
  { pid, port }: RunningPostgres,
  adopted: boolean,
): PostgresServer {
  let stopping: Promise<void> | undefined
  const exited = new Promise<void>((resolve) => void watch(pid).then(() => stopping ?? resolve()))
  return {
    url: (database) => postgresUrl(port, password, database),
    port,
    adopted,
    stop: () => (stopping ??= stopPostmaster(pid)),
    exited,
  }
}

/** Polls, because the server is not a child process. */
async function watch(pid: number): Promise<void> {
  while (isAlive(pid)) await pause(WATCH_EVERY_MS, undefined, { ref: false })
}

/** Fast, immediate (recovers at the next start) and kill; ten seconds in all. */
const STOPPING: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 1_500],
  ['SIGKILL', 500],
]
const LOOK_EVERY_MS = 20

async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, ms] of STOPPING) {
    if (!sendSignal(pid, signal)) return
    for (let waited = 0; waited < ms && isAlive(pid); waited += LOOK_EVERY_MS) await pause(LOOK_EVERY_MS)
    if (!isAlive(pid)) return
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}
