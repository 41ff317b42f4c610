import type { OnGrown } from '@app/contracts/event-store.ts'
import { farewell } from '@app/postgres/connection.ts'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

/** Announces to other processes that the log has grown. */
interface GrowthAnnouncer {
  /** At once, or together with later growth within `GAP_MS`. */
  announce(): void
  /** Sends pending announcements. */
  dispose(): Promise<void>
}

/** So rare that announcing costs nothing, and more often than other processes poll. */
const GAP_MS = 10

/** @param send may fail: listeners poll as well */
function createGrowthAnnouncer(send: () => Promise<unknown>): GrowthAnnouncer {
  const end = new AbortController()
  let isPending = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (isPending) {
      isPending = false
      await send().catch(() => undefined)
      await pause(GAP_MS, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    announce: () => {
      isPending = true
      running ??= run().finally(() => {
        running = undefined
      })
    },
    dispose: async () => {
      end.abort()
      await running
    },
  }
}

type Connect = () => Promise<pg.Client>

const RECONNECT_MS = 1_000

export interface GrowthListener {
  watch(onGrown: OnGrown): () => void
  /** To be called after an append of this process: wakes its followers, and those of others a moment later. */
  signal: OnGrown
  dispose(): Promise<void>
}

interface GrowthDeps {
  readonly connect: Connect
  /** Notifies all listeners, with this payload. */
  readonly notify: (payload: string) => Promise<unknown>
  /** Of this handle: it ignores its own announcements. */
  readonly id: string
}

/** A hint only: every follower polls as well. */
export function createGrowthListener({ connect, notify, id }: GrowthDeps): GrowthListener {
  const watchers = new Set<OnGrown>()
  const wake: OnGrown = (types) => watchers.forEach((watcher) => watcher(types))
  const announcer = createGrowthAnnouncer(() => notify(id))
  const line = createLine(connect, {
    isWanted: () => watchers.size > 0,
    // Announces appends from the time without a connection.
    onHeard: wake,
    onNotification: (payload) => payload === id || wake(),
  })
  return {
    watch: (onGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      watchers.add(watcher)
      void line.listen()
      return () => watchers.delete(watcher)
    },
    signal: (types) => {
      wake(types)
      announcer.announce()
    },
    dispose: async () => {
      watchers.clear()
      await Promise.all([announcer.dispose(), line.dispose()])
    },
  }
}

interface LineUser {
  readonly isWanted: () => boolean
  readonly onHeard: () => void
  readonly onNotification: (payload: string | undefined) => void
}

function createLine(connect: Connect, { isWanted, onHeard, onNotification }: LineUser) {
  let client: pg.Client | undefined
  let connecting = false
  let disposed = false
  let retry: NodeJS.Timeout | undefined

  function lost(broken: pg.Client | undefined): void {
    if (broken !== undefined && client !== broken) return
    client = undefined
    if (broken !== undefined) void farewell(broken)
    if (disposed || !isWanted()) return
    clearTimeout(retry)
    retry = setTimeout(() => void listen(), RECONNECT_MS)
    retry.unref()
  }

  async function listen(): Promise<void> {
    if (client !== undefined || connecting || disposed) return
    connecting = true
    try {
      const fresh = await connect()
      client = fresh
      fresh.on('error', () => lost(fresh))
      fresh.on('end', () => lost(fresh))
      fresh.on('notification', ({ payload }) => onNotification(payload))
      await fresh.query('listen log_grown')
      onHeard()
    } catch {
      lost(client)
    } finally {
      connecting = false
    }
    if (disposed) await dispose()
  }

  async function dispose(): Promise<void> {
    disposed = true
    clearTimeout(retry)
    const last = client
    client = undefined
    if (last !== undefined) await farewell(last)
  }

  return { listen, dispose }
}
