import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '@app/contracts/start-error.ts'
import type { Log } from '../../platform/observability/log.ts'
import { prepareLogins, untilAnswered, ensureDatabase } from '../../platform/postgres/connection.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'
import { EMBEDDED_DATABASE, startPostgresServer, type PostgresServerOptions } from './postgres-server.ts'

export type EmbeddedDatabase = Awaited<ReturnType<typeof openEmbeddedDatabase>>

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly say: (line: string) => void
  readonly log: Log
  readonly signal: AbortSignal
}

export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions) {
  const { secrets, signal } = options
  const space = await watchDiskSpace(options)
  let postgres: SupervisedPostgres | undefined
  const stop = async (): Promise<void> => {
    space.stop()
    await postgres?.stop()
  }
  try {
    if (space.freeBytes < START_BYTES) throw new StartError(noSpaceIn(options.dataDir, space.freeBytes))
    const server = (postgres = await supervisePostgres({ ...options, password: secrets.postgres }))
    signal.throwIfAborted()
    const urls = await untilAnswered(async () => {
      await ensureDatabase(server, EMBEDDED_DATABASE)
      return prepareLogins(server, EMBEDDED_DATABASE, secrets.logins)
    }, options)
    return { urls, space, status: server.status, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const MIB = 2 ** 20
const mebibytes = (bytes: number): number => Math.floor(bytes / MIB)
/** A segment and a checkpoint. */
const START_BYTES = 32 * MIB
/** Writes are refused below it, which leaves room until the next poll, and for read models. */
const FLOOR_BYTES = 128 * MIB
/** Writes are accepted again above it, at some distance from the floor. */
const ENOUGH_BYTES = 144 * MIB
/** At 64 MiB a second, a quarter of the floor is written between two polls. */
const SPACE_POLL_MS = 500

const noSpaceIn = (dataDir: string, bytes: number): string =>
  `En el disco de ${dataDir} quedan ${mebibytes(bytes)} MiB libres y se necesitan ${mebibytes(START_BYTES)}: libera espacio.`

/** PostgreSQL dies without room for a write-ahead segment, so writes are refused before. */
export async function watchDiskSpace({
  dataDir,
  say,
  log,
}: Pick<EmbeddedDatabaseOptions, 'dataDir' | 'say'> & { readonly log: Pick<Log, 'warn'> }) {
  const space = { freeBytes: Number.POSITIVE_INFINITY, isLow: false, stop: () => clearInterval(timer) }

  async function poll(): Promise<void> {
    space.freeBytes = await freeBytesOf(dataDir)
    const wasLow = space.isLow
    space.isLow = space.freeBytes < (wasLow ? ENOUGH_BYTES : FLOOR_BYTES)
    if (space.isLow === wasLow) return
    log.warn({ free_bytes: space.freeBytes, low: space.isLow }, 'disk space has become low, or enough again')
    say(
      space.isLow
        ? `Quedan ${mebibytes(space.freeBytes)} MiB en el disco: no se guarda nada hasta que haya espacio.`
        : 'Hay espacio en el disco otra vez: se vuelve a guardar.',
    )
  }

  const pollSafely = (): Promise<void> =>
    poll().catch((error: unknown) => log.warn({ err: error }, 'free disk space could not be read'))
  const timer = setInterval(() => void pollSafely(), SPACE_POLL_MS)
  await pollSafely()
  return space
}

export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

export type SupervisedPostgres = Awaited<ReturnType<typeof supervisePostgres>>

const WATCH_MS = 500

/** Starts a server that died on the same port, so that the URL stays valid. @throws StartError when the first start fails */
export async function supervisePostgres(
  options: PostgresServerOptions & { readonly log: Pick<Log, 'warn' | 'error'> },
) {
  const { say, log } = options
  let server = await startPostgresServer(options)
  const { url, port } = server
  let [up, restarts] = [true, 0]
  const ending = new AbortController()
  const { signal } = ending

  async function restart(): Promise<void> {
    if (up) {
      log.error('PostgreSQL died: it is restarted')
      say('PostgreSQL se detuvo solo: se vuelve a iniciar.')
    }
    up = false
    server = await startPostgresServer({ ...options, port, signal })
    ;[up, restarts] = [true, restarts + 1]
    log.warn('PostgreSQL is back')
  }

  async function supervise(): Promise<void> {
    for (let isReported = false; !signal.aborted;) {
      await pause(WATCH_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted || (up && server.isAlive())) continue
      await restart().catch((error: unknown) => {
        if (isReported || signal.aborted) return
        log.error({ err: error }, 'PostgreSQL could not be restarted; it is tried again')
        say('PostgreSQL todavía no parte: se sigue intentando (ver postgres.log).')
      })
      isReported = !up
    }
  }

  const supervising = supervise()
  let stopping: Promise<void> | undefined
  return {
    url,
    port,
    status: () => ({ up, restarts }),
    /** After a restart in progress, so that no server starts afterwards. May be called twice. */
    stop: (): Promise<void> => {
      ending.abort()
      return (stopping ??= supervising.then(() => (up ? server.stop() : undefined)))
    },
  }
}
