import type pg from 'pg'

const RECONNECT_MS = 1_000

export interface GrowthListener {
  /** Calls back whenever the log may have grown, here or in another process. */
  watch(onGrown: () => void): () => void
  /** This process has just appended: watchers need not wait for the database's word. */
  signal(): void
  dispose(): Promise<void>
}

/**
 * Wakes those who follow the log: at once for this process's appends, by LISTEN for those of others.
 * A hint only: every follower polls slowly as well, so a lost connection costs time, never an event.
 */
export function createGrowthListener(connect: () => Promise<pg.Client>): GrowthListener {
  const watchers = new Set<() => void>()
  let client: pg.Client | undefined
  let connecting = false
  let disposed = false
  let retry: NodeJS.Timeout | undefined

  const signal = (): void => watchers.forEach((watcher) => watcher())

  function lost(broken: pg.Client | undefined): void {
    if (broken !== undefined && client !== broken) return
    client = undefined
    broken?.end().catch(() => undefined)
    if (disposed || watchers.size === 0) return
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
      fresh.on('notification', signal)
      await fresh.query('listen log_grown')
      // What was appended while nobody listened is announced now.
      signal()
    } catch {
      lost(client)
    } finally {
      connecting = false
    }
    if (disposed) await dispose()
  }

  function watch(onGrown: () => void): () => void {
    watchers.add(onGrown)
    void listen()
    return () => watchers.delete(onGrown)
  }

  async function dispose(): Promise<void> {
    disposed = true
    clearTimeout(retry)
    watchers.clear()
    const last = client
    client = undefined
    await last?.end().catch(() => undefined)
  }

  return { watch, signal, dispose }
}
