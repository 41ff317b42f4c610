import { spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.ts'
import { askServer, postgresUrl } from '@app/postgres/connection.ts'
import { clusterOf } from './pid-file.ts'
import { stopPostmaster } from './stop.ts'
import { commandAs, type PostgresUser } from './server-user.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 2 ** 20
/** PostgreSQL's default; less would slow small installations. */
const LEAST_MIB = 128
/** Fits the pages that analytics read for a log of ten million events. */
const MOST_MIB = 1_024
/** The product needs memory too, and the system's page cache serves as well. */
const FRACTION = 1 / 8

export const sharedBuffersMiB = (machineBytes: number): number =>
  Math.round(Math.min(MOST_MIB, Math.max(LEAST_MIB, (machineBytes * FRACTION) / MIB)))

/** @param allowedBytes the container's limit; 0, or more than all memory, means none */
export const usableMemory = (totalBytes: number, allowedBytes: number): number =>
  allowedBytes > 0 ? Math.min(totalBytes, allowedBytes) : totalBytes

const LOG_BYTES_MAX = 5 * 1024 * 1024
const TAIL_BYTES = 8 * 1024
const TAIL_LINES = 12

const postgresLogOf = (dataDir: string): string => join(dataDir, 'postgres.log')

/** Renames a log beyond the limit, in place of the one renamed before. */
function openPostgresLog(dataDir: string) {
  const path = postgresLogOf(dataDir)
  if (existsSync(path) && statSync(path).size > LOG_BYTES_MAX) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  return { descriptor, bytes: fstatSync(descriptor).size }
}

async function tailOfPostgresLog(dataDir: string, bytes: number): Promise<string> {
  const file = await open(postgresLogOf(dataDir))
  try {
    const { size } = await file.stat()
    const position = Math.max(bytes, size - TAIL_BYTES)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position })
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  } finally {
    await file.close()
  }
}

export interface SpawnOptions {
  readonly dataDir: string
  readonly password: string
  readonly durable: boolean
  readonly maxConnections: number
  readonly port?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly died: Promise<void>
}

interface Launched extends Postmaster {
  readonly logBytes: number
}

const READY_MS_MAX = 30_000
/** Recovery after a crash takes longer; the server reports that it is recovering. */
const RECOVERY_MS_MAX = 300_000
const ASK_EVERY_MS = 25
const ATTEMPTS_MAX = 3
const ATTEMPT_PAUSE_MS = 300

/** @throws StartError with the end of the server's log */
export async function spawnPostmaster(
  options: SpawnOptions,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<Postmaster> {
  // Another program may have taken the port, or a killed server's children may still be ending.
  for (let attempt = 1; ; attempt++) {
    const postmaster = await launch(options, binaries.postgres, user)
    const outcome = await untilReady(options, postmaster)
    if (outcome === 'ready') return postmaster
    if (postmaster.pid > 0) await stopPostmaster(postmaster.pid, binaries, clusterOf(options.dataDir))
    if (outcome === 'wrong-password') throw wrongPassword(options.dataDir)
    if (outcome === 'silent' || attempt === ATTEMPTS_MAX || options.signal?.aborted === true) {
      throw await notStarted(options.dataDir, postmaster.logBytes)
    }
    await pause(ATTEMPT_PAUSE_MS)
  }
}

export function wrongPassword(dataDir: string): StartError {
  return new StartError(
    `La base de datos de ${dataDir} no acepta la contraseña de ${dataDir}/secrets/postgres: restaura ese archivo desde un respaldo, o elige otra carpeta con DATA_DIR.`,
  )
}

async function launch(options: SpawnOptions, binary: string, user: PostgresUser): Promise<Launched> {
  const port = options.port ?? (await freePort())
  const command = commandAs(user, binary, ['-D', clusterOf(options.dataDir), ...configuration(options, port)])
  const log = openPostgresLog(options.dataDir)
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: options.dataDir,
    stdio: ['ignore', log.descriptor, log.descriptor],
    // Ctrl-C must reach only Node, which stops the server last.
    detached: true,
    windowsHide: true,
  })
  closeSync(log.descriptor)
  const died = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  child.unref()
  return { pid: child.pid ?? 0, port, died, logBytes: log.bytes }
}

const KEPT = {
  unix_socket_directories: '',
  shared_buffers: `${sharedBuffersMiB(usableMemory(totalmem(), process.constrainedMemory()))}MB`,
  fsync: 'on',
  full_page_writes: 'on',
}

/** Of tests, where a database lives for seconds: neither its crash nor its size matters. */
const THROWN_AWAY = {
  unix_socket_directories: '.',
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

function configuration({ durable, maxConnections }: SpawnOptions, port: number): readonly string[] {
  const settings: Readonly<Record<string, string | number>> = {
    port,
    listen_addresses: '127.0.0.1',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    synchronous_commit: 'on',
    ...(durable ? KEPT : THROWN_AWAY),
    // Statements and keys may contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

type Outcome = 'ready' | 'wrong-password' | 'died' | 'silent'

async function untilReady(options: SpawnOptions, { port, died }: Postmaster): Promise<Outcome> {
  const url = postgresUrl(port, options.password, 'postgres')
  const started = performance.now()
  let msMax = READY_MS_MAX
  while (performance.now() - started < msMax && options.signal?.aborted !== true) {
    const answer = await Promise.race([askServer(url), died])
    if (!answer) return 'died'
    if (answer.is === 'ready' || answer.is === 'wrong-password') return answer.is
    if (answer.is === 'starting') msMax = RECOVERY_MS_MAX
    await Promise.race([pause(ASK_EVERY_MS), died])
  }
  return 'silent'
}

async function notStarted(dataDir: string, logBytes: number): Promise<StartError> {
  const tail = await tailOfPostgresLog(dataDir, logBytes)
  return new StartError(`PostgreSQL no partió. Lo último que dijo (${postgresLogOf(dataDir)}):\n${tail}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return address.port
}
