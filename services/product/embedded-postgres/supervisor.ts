import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../platform/observability/log.ts'
import { type PostgresServer, type PostgresServerOptions, startPostgresServer } from './postgres-server.ts'

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
