import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '@app/contracts/start-error.ts'
import type { Log } from '../../platform/observability/log.ts'
import { prepareLogins, untilAnswered } from '../../platform/postgres/connection.ts'
import type { Secrets } from '../../platform/settings/secrets.ts'
import { freeBytesOf, mebibytes, watchDiskSpace } from './disk-space.ts'
import { clusterOf } from './pid-file.ts'
import {
  EMBEDDED_DATABASE,
  ensureDatabase,
  type PostgresServer,
  type PostgresServerOptions,
  startPostgresServer,
} from './postgres-server.ts'

export type EmbeddedDatabase = Awaited<ReturnType<typeof openEmbeddedDatabase>>

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly say: (line: string) => void
  readonly log: Log
  /** Aborting ends a start in progress. */
  readonly signal: AbortSignal
}

const FIRST_START_MIB = 192
/** A segment and a checkpoint. */
const START_MIB = 32

/** @throws StartError if the server does not start or has too little disk space to */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions) {
  const { dataDir, secrets, signal } = options
  await refuseStartWithoutSpace(dataDir)
  const space = await watchDiskSpace(options)
  let postgres: SupervisedPostgres | undefined
  const stop = async (): Promise<void> => {
    space.stop()
    await postgres?.stop()
  }
  try {
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

async function refuseStartWithoutSpace(dataDir: string): Promise<void> {
  const isFirst = !existsSync(clusterOf(dataDir))
  const [free, needed] = [mebibytes(await freeBytesOf(dataDir)), isFirst ? FIRST_START_MIB : START_MIB]
  if (free >= needed) return
  throw new StartError(
    `En el disco de ${dataDir} quedan ${free} MiB libres y se necesitan ${needed}: libera espacio${isFirst ? ', o elige otra carpeta con DATA_DIR' : ''}.`,
  )
}

export interface SupervisedPostgres extends Pick<PostgresServer, 'url' | 'port'> {
  status(): { readonly up: boolean; readonly restarts: number }
  /** Also ends a restart in progress. May be called twice. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/** Restarts on the same port, so that the URL stays valid. @throws StartError when the first start fails */
export async function supervisePostgres(
  options: PostgresServerOptions & { readonly log: Pick<Log, 'warn' | 'error'> },
): Promise<SupervisedPostgres> {
  const { say, log } = options
  let server = await startPostgresServer(options)
  let [up, restarts] = [true, 0]
  const { url, port } = server
  const ending = new AbortController()
  const { signal } = ending
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))

  async function supervise(): Promise<void> {
    let hasFailed = false
    while (!signal.aborted) {
      if (up) await Promise.race([server.exited, ended])
      if (signal.aborted) return
      if (up) {
        log.error('PostgreSQL died: it is restarted')
        say('PostgreSQL se detuvo solo: se vuelve a iniciar.')
      }
      up = false
      try {
        server = await startPostgresServer({ ...options, port, signal })
        ;[up, restarts, hasFailed] = [true, restarts + 1, false]
        log.warn('PostgreSQL is back')
      } catch (error) {
        if (!hasFailed && !signal.aborted) {
          log.error({ err: error }, 'PostgreSQL could not be restarted; it is tried again')
          say('PostgreSQL todavía no parte: se sigue intentando (ver postgres.log).')
        }
        hasFailed = true
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  const supervising = supervise()
  let stopping: Promise<void> | undefined
  return {
    url,
    port,
    status: () => ({ up, restarts }),
    stop: () => {
      ending.abort()
      // After a restart in progress, so that no server starts afterwards.
      return (stopping ??= supervising.then(() => (up ? server.stop() : undefined)))
    },
  }
}
