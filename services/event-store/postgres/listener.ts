import type { OnGrown } from '@app/contracts/event-store.ts'
import type pg from 'pg'

type Connect = () => Promise<pg.Client>

const RECONNECT_MS = 1_000

export interface GrowthListener {
  /** Calls back whenever the log may have grown, here or in another process. */
  watch(onGrown: OnGrown): () => void
  /** This process has just appended: watchers need not wait for the database's word. */
  signal: OnGrown
  dispose(): Promise<void>
}

/**
 * Wakes those who follow the log: at once for this process's appends, by LISTEN for those of others.
 * A hint only: every follower polls slowly as well, so a lost connection costs time, never an event.
 * @param isOwn whether it was this handle that appended, as the server numbers its connections: it has told already
 */
export function createGrowthListener(
  connect: Connect,
  isOwn: (processId: number) => boolean,
): GrowthListener {
  const watchers = new Set<OnGrown>()
  const signal: OnGrown = (types) => watchers.forEach((watcher) => watcher(types))
  const line = createLine(connect, {
    isWanted: () => watchers.size > 0,
    // What was appended while nobody listened is announced once it is heard again.
    onHeard: signal,
    onNotification: (processId) => isOwn(processId) || signal(),
  })
  return {
    watch: (onGrown) => {
      watchers.add(onGrown)
      void line.listen()
      return () => watchers.delete(onGrown)
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

/** One connection that listens, made anew after it broke, as long as somebody wants it. */
function createLine(connect: Connect, { isWanted, onHeard, onNotification }: LineUser) {
  let client: pg.Client | undefined
  let connecting = false
  let disposed = false
  let retry: NodeJS.Timeout | undefined

  function lost(broken: pg.Client | undefined): void {
    if (broken !== undefined && client !== broken) return
    client = undefined
    broken?.end().catch(() => undefined)
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
    await last?.end().catch(() => undefined)
  }

  return { listen, dispose }
}
