import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { isAlive, isNumberTaken } from '../../platform/observability/process-facts.ts'
import { askServer, postgresUrl, type Answer } from '../../platform/postgres/connection.ts'
import { makeFolder } from '../../platform/settings/data-folder.ts'
import {
  clusterOf,
  findPostgresBinaries,
  findRunningPostgres,
  pidFileOf,
  prepareCluster,
  readPidFile,
  type ClusterOptions,
  type RunningPostgres,
} from './cluster.ts'
import { candidates, choosePostgresUser, lastWords, runAs, type PostgresUser } from './postgres-user.ts'

export const EMBEDDED_DATABASE = 'app'

export interface PostgresServerOptions extends ClusterOptions {
  readonly maxConnections?: number
  readonly port?: number
  readonly signal?: AbortSignal
}

export type PostgresServer = ReturnType<typeof serve>

/** Starts a server, or adopts that of a killed process. @throws StartError in Spanish, with advice */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { dataDir, say, signal } = options
  await makeFolder(dataDir)
  const left = findRunningPostgres(dataDir)
  if (left && (await isReady(left, options))) {
    say(`PostgreSQL seguía abierto en el puerto ${left.port} (proceso ${left.pid}): se retoma.`)
    return serve(options, left)
  }
  if (left) {
    say(`PostgreSQL seguía abierto (proceso ${left.pid}) pero no responde: se reinicia.`)
    await stopPostmaster(left.pid)
  }
  // PostgreSQL refuses a pid file whose number is in use, by a zombie (container) or another program.
  const written = readPidFile(dataDir)
  if (written && isNumberTaken(written.pid)) await rm(pidFileOf(dataDir), { force: true })
  const binaries = await findPostgresBinaries()
  const users = await candidates(clusterOf(dataDir), process.getuid?.() === 0)
  const user = await choosePostgresUser(users, dataDir, binaries.postgres)
  await prepareCluster(options, binaries, user)
  signal?.throwIfAborted()
  const running = await start(options, binaries.pg_ctl, user)
  say(`PostgreSQL listo en el puerto ${running.port}.`)
  return serve(options, running)
}

const SILENT_MS_MAX = 5_000
/** Recovery after a crash may take so long; the server reports that it is recovering. */
const RECOVERY_MS_MAX = 300_000
const ASK_EVERY_MS = 100

/** @throws StartError when the server does not accept the password */
async function isReady(
  { pid, port }: RunningPostgres,
  { dataDir, password }: PostgresServerOptions,
): Promise<boolean> {
  const started = performance.now()
  let answer: Answer['is'] = 'silent'
  while (performance.now() - started < (answer === 'starting' ? RECOVERY_MS_MAX : SILENT_MS_MAX)) {
    ;({ is: answer } = await askServer(postgresUrl(port, password, 'postgres')))
    if (answer === 'ready') return true
    if (answer === 'wrong-password')
      throw new StartError(
        `La base de datos de ${dataDir} no acepta la contraseña de ${dataDir}/secrets/postgres: restaura ese archivo desde un respaldo, o elige otra carpeta con DATA_DIR.`,
      )
    if (!isAlive(pid)) return false
    await pause(ASK_EVERY_MS)
  }
  return false
}

const ATTEMPTS_MAX = 3
const ATTEMPT_PAUSE_MS = 500

/** By PostgreSQL's own program, which detaches the server. */
async function start(
  options: PostgresServerOptions,
  pgCtl: string,
  user: PostgresUser,
): Promise<RunningPostgres> {
  const { dataDir, signal } = options
  const stopIt = async (): Promise<void> => {
    const running = findRunningPostgres(dataDir)
    if (running) await stopPostmaster(running.pid)
  }
  // A recovery may take minutes.
  const stopEarly = (): void => void stopIt().catch(() => undefined)
  signal?.addEventListener('abort', stopEarly, { once: true })
  try {
    // Another program may have taken the port, or a killed server's children may still be ending.
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const settings = configuration(options, options.port ?? (await freePort()))
      const waiting = ['--silent', '--wait', `--timeout=${RECOVERY_MS_MAX / 1_000}`]
      const args = ['start', ...waiting, `--pgdata=${clusterOf(dataDir)}`, `--options=${settings}`]
      const hasStarted = await runAs(user, dataDir, pgCtl, args)
      signal?.throwIfAborted()
      const running = hasStarted ? findRunningPostgres(dataDir) : undefined
      if (running && (await isReady(running, options))) return running
      await stopIt()
      await pause(ATTEMPT_PAUSE_MS)
    }
    throw new StartError(`PostgreSQL no partió. ${await lastWords(dataDir)}`)
  } catch (error) {
    await stopIt()
    throw error
  } finally {
    signal?.removeEventListener('abort', stopEarly)
  }
}

/** An eighth of the memory: PostgreSQL's default at least, and at most what analytics read of ten million events. */
function sharedBuffersMiB(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(1_024, Math.max(128, bytes / 8 / 2 ** 20)))
}

function configuration(
  { durable = true, maxConnections = 100 }: PostgresServerOptions,
  port: number,
): string {
  const onlyDurable = durable ? 'on' : 'off'
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    synchronous_commit: 'on',
    unix_socket_directories: durable ? '' : '.',
    shared_buffers: durable ? `${sharedBuffersMiB()}MB` : '128MB',
    fsync: onlyDurable,
    full_page_writes: onlyDurable,
    autovacuum: onlyDurable,
    // Statements and keys may contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

function serve({ password }: PostgresServerOptions, { pid, port }: RunningPostgres) {
  let stopping: Promise<void> | undefined
  return {
    url: (database: string): string => postgresUrl(port, password, database),
    port,
    /** The server is not a child process, so nobody hears of its end. */
    isAlive: (): boolean => isAlive(pid),
    /** Fast shutdown, ten seconds at most. May be called twice. */
    stop: (): Promise<void> => (stopping ??= stopPostmaster(pid)),
  }
}

/** Fast, immediate (recovers at the next start) and kill; ten seconds in all. */
const STOPPING = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 1_500],
  ['SIGKILL', 500],
] as const
const POLL_MS = 20

async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, ms] of STOPPING) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error
    }
    for (let waited = 0; waited < ms && isAlive(pid); waited += POLL_MS) await pause(POLL_MS)
    if (!isAlive(pid)) return
  }
}
