import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export interface Listening {
  /** One of its connections is occupied. */
  readonly db: pg.Pool
  /** Absent: the connection only holds locks. */
  readonly channel?: string
  readonly onNotification?: (payload: string) => void
  /** Once for each connection, when it listens. */
  readonly begin?: (client: pg.PoolClient) => Promise<void>
  /** On each new connection, then each `lookMs`, because notifications may be lost. */
  readonly look: (client: pg.PoolClient) => Promise<unknown>
  readonly lookMs: number
}

const RECONNECT_MS = 250

/** Keeps one connection that listens or holds locks, and replaces it whenever it breaks. */
export function keepListening({ db, channel, onNotification, begin, look, lookMs }: Listening) {
  const end = new AbortController()
  const resting = (ms: number, signal: AbortSignal): Promise<unknown> =>
    pause(ms, undefined, { signal }).catch(() => undefined)

  async function listen(): Promise<void> {
    const client = await db.connect()
    const lost = new AbortController()
    const onLost = (): void => lost.abort()
    end.signal.addEventListener('abort', onLost)
    client.on('error', onLost).on('end', onLost)
    client.on('notification', ({ payload }) => onNotification?.(payload ?? ''))
    try {
      if (channel !== undefined) await client.query(`listen ${channel}`)
      await begin?.(client)
      while (!lost.signal.aborted && !end.signal.aborted) {
        await look(client)
        await resting(lookMs, lost.signal)
      }
    } finally {
      end.signal.removeEventListener('abort', onLost)
      client.release(true) // it listens, so it must not return to the pool
    }
  }
  const running = (async () => {
    while (!end.signal.aborted) {
      await listen().catch(() => undefined)
      await resting(RECONNECT_MS, end.signal)
    }
  })()
  return {
    stop: async () => {
      end.abort()
      await running
    },
  }
}
