import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../platform/observability/log.ts'
import { prepareLogins, untilAnswered, ensureDatabase } from '../../platform/postgres/connection.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'
import { refuseFullDisk, watchDiskSpace } from './disk-space.ts'
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
    refuseFullDisk(options.dataDir, space.freeBytes)
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
