import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createWakeSignal } from '../wake-signal.ts'

export interface ListeningDeps {
  /** One of its connections is occupied. */
  readonly db: pg.Pool
  /** Absent: the connection only holds locks. */
  readonly channel?: string
  readonly onNotification?: (payload: string) => void
  /** Once for each connection, when it listens. */
  readonly begin?: ((client: pg.PoolClient) => Promise<void>) | undefined
  /** On each new connection, then when woken, and each `lookMs`, because notifications may be lost. */
  readonly look: (client: pg.PoolClient) => Promise<void>
  readonly lookMs: number
  /** The connection is lost, or cannot be made. */
  readonly onLost?: () => void
}

const RECONNECT_MS = 250

/** Keeps one connection that listens or holds locks, and replaces it whenever it breaks. */
export function keepListening(deps: ListeningDeps) {
  const signal = createWakeSignal()
  const end = new AbortController()

  async function listen(): Promise<void> {
    const client = await deps.db.connect()
    let isLost = false
    const onEnd = (): void => {
      isLost = true
      signal.notify()
    }
    client.on('error', onEnd).on('end', onEnd)
    client.on('notification', ({ payload }) => deps.onNotification?.(payload ?? ''))
    try {
      if (deps.channel !== undefined) await client.query(`listen ${deps.channel}`)
      await deps.begin?.(client)
      while (!isLost && !end.signal.aborted) {
        await deps.look(client)
        await signal.wait(deps.lookMs)
        signal.clear()
      }
    } finally {
      client.release(true) // it listens, so it must not return to the pool
    }
  }

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      await listen().catch(() => undefined)
      deps.onLost?.()
      await pause(RECONNECT_MS, undefined, { signal: end.signal }).catch(() => undefined)
    }
  }

  const running = run()
  return {
    wake: signal.notify,
    stop: async () => {
      end.abort()
      signal.notify()
      await running
    },
  }
}
