import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresServer, type PostgresServerOptions, startPostgresServer } from './postgres-server.ts'

export interface SupervisorEvents {
  readonly onDied: () => void
  readonly onRestarted: (awayMs: number) => void
  readonly onFailed: (error: unknown, attempt: number, retryMs: number) => void
}

export interface SupervisedPostgres extends Pick<PostgresServer, 'url' | 'port'> {
  status(): { readonly up: boolean; readonly restarts: number }
  /** Ends the current backoff, e.g. when disk space is available again. */
  retryNow(): void
  /** Also ends a restart in progress. May be called twice. */
  stop(): Promise<void>
}

const RETRY_MS_MIN = 250
const RETRY_MS_MAX = 5_000
const SETTLED_MS = 30_000

export const restartDelayMs = (attempt: number): number =>
  attempt <= 1 ? 0 : Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** (attempt - 2))

interface Supervision {
  readonly options: PostgresServerOptions
  readonly events: SupervisorEvents
  readonly signal: AbortSignal
  server: PostgresServer
  up: boolean
  upSinceMs: number
  restarts: number
  /** Restarts from 0 after a server ran longer than SETTLED_MS. */
  attempts: number
  wake: () => void
}

/** Restarts on the same port, so that the URL stays valid. @throws StartError when the first start fails */
export async function supervisePostgres(
  options: PostgresServerOptions,
  events: SupervisorEvents,
): Promise<SupervisedPostgres> {
  const server = await startPostgresServer(options)
  const ending = new AbortController()
  const supervision: Supervision = {
    options: { ...options, port: server.port, signal: ending.signal },
    events,
    signal: ending.signal,
    server,
    up: true,
    upSinceMs: performance.now(),
    restarts: 0,
    attempts: 0,
    wake: () => undefined,
  }
  const supervising = supervise(supervision)
  let stopping: Promise<void> | undefined

  /** Waits for a restart in progress, so that no server starts afterwards. */
  async function stop(): Promise<void> {
    ending.abort()
    await supervising
    if (supervision.up) await supervision.server.stop()
  }

  return {
    url: server.url,
    port: server.port,
    status: () => ({ up: supervision.up, restarts: supervision.restarts }),
    retryNow: () => {
      supervision.attempts = 0
      supervision.wake()
    },
    stop: () => (stopping ??= stop()),
  }
}

async function supervise(supervision: Supervision): Promise<void> {
  const { signal, events } = supervision
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  for (;;) {
    await Promise.race([supervision.server.exited, aborted])
    if (signal.aborted) return
    const diedMs = performance.now()
    supervision.up = false
    if (diedMs - supervision.upSinceMs > SETTLED_MS) supervision.attempts = 0
    events.onDied()
    while (!supervision.up && !signal.aborted) await restart(supervision)
    if (supervision.up) events.onRestarted(performance.now() - diedMs)
  }
}

async function backOff(supervision: Supervision, ms: number): Promise<void> {
  const waking = new AbortController()
  supervision.wake = () => waking.abort()
  const signal = AbortSignal.any([supervision.signal, waking.signal])
  await pause(ms, undefined, { signal }).catch(() => undefined)
}

async function restart(supervision: Supervision): Promise<void> {
  const { options, events, signal } = supervision
  supervision.attempts += 1
  await backOff(supervision, restartDelayMs(supervision.attempts))
  if (signal.aborted) return
  try {
    supervision.server = await startPostgresServer(options)
  } catch (error) {
    if (!signal.aborted) {
      events.onFailed(error, supervision.attempts, restartDelayMs(supervision.attempts + 1))
    }
    return
  }
  supervision.up = true
  supervision.upSinceMs = performance.now()
  supervision.restarts += 1
}
