import type { OnGrown } from '@app/contracts/event-store.ts'
import { farewell } from '@app/postgres/farewell.ts'
import type pg from 'pg'

type Connect = () => Promise<pg.Client>

const RECONNECT_MS = 1_000

export interface GrowthListener {
  watch(onGrown: OnGrown): () => void
  /** To be called after an append of this process. */
  signal: OnGrown
  dispose(): Promise<void>
}

/** A hint only: every follower polls as well. `isOwn`: this process appended by that connection, and has signalled. */
export function createGrowthListener(
  connect: Connect,
  isOwn: (processId: number) => boolean,
): GrowthListener {
  const watchers = new Set<OnGrown>()
  const signal: OnGrown = (types) => watchers.forEach((watcher) => watcher(types))
  const line = createLine(connect, {
    isWanted: () => watchers.size > 0,
    // Announces what was appended while there was no connection.
    onHeard: signal,
    onNotification: (processId) => isOwn(processId) || signal(),
  })
  return {
    watch: (onGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      watchers.add(watcher)
      void line.listen()
      return () => watchers.delete(watcher)
    },
    signal,
    dispose: () => {
      watchers.clear()
      return line.dispose()
    },
  }
}

interface LineUser {
  readonly isWanted: () => boolean
  readonly onHeard: () => void
  readonly onNotification: (processId: number) => void
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
      fresh.on('notification', ({ processId }) => onNotification(processId))
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
