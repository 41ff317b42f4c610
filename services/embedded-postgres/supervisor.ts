import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, type PostgresServerOptions, startPostgresServer } from './postgres-server.ts'

export interface SupervisorEvents {
  readonly onDied: () => void
  readonly onRestarted: (awayMs: number) => void
  /** Called once for each death. */
  readonly onFailed: (error: unknown) => void
}

export interface SupervisedPostgres extends Pick<PostgresServer, 'url' | 'port'> {
  status(): { readonly up: boolean; readonly restarts: number }
  /** Also ends a restart in progress. May be called twice. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/** Restarts on the same port, so that the URL stays valid. @throws StartError when the first start fails */
export async function supervisePostgres(
  options: PostgresServerOptions,
  { onDied, onRestarted, onFailed }: SupervisorEvents,
): Promise<SupervisedPostgres> {
  let server = await startPostgresServer(options)
  let [up, restarts] = [true, 0]
  const { signal, ...ending } = endingOf()
  const { url, port } = server

  async function restart(): Promise<void> {
    for (let attempt = 1; !signal.aborted; attempt += 1)
      try {
        server = await startPostgresServer({ ...options, port, signal })
        ;[up, restarts] = [true, restarts + 1]
        return
      } catch (error) {
        if (attempt === 1 && !signal.aborted) onFailed(error)
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
  }

  async function supervise(): Promise<void> {
    for (;;) {
      await Promise.race([server.exited, ending.aborted])
      if (signal.aborted) return
      const diedMs = performance.now()
      up = false
      onDied()
      await restart()
      if (up) onRestarted(performance.now() - diedMs)
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

function endingOf() {
  const controller = new AbortController()
  const aborted = once(controller.signal, 'abort')
  return { signal: controller.signal, aborted, abort: () => controller.abort() }
}
