import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { OnGrown } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { createLogWatchers } from '../watchers.ts'
import { keepListening } from '../../../platform/postgres/listening-connection.ts'

/** So rare that announcing costs nothing, and more often than other processes poll. */
const GAP_MS = 10
const LOOK_MS = 60_000
const DISPOSE_MS_MAX = 1_000

/**
 * A hint only: every follower polls as well.
 * @param id of this handle, which ignores its own announcements
 */
export function createGrowthListener(db: pg.Pool, id: string) {
  const watchers = createLogWatchers()
  let announcing: NodeJS.Timeout | undefined
  let line: ReturnType<typeof keepListening> | undefined

  async function announce(): Promise<void> {
    announcing = undefined
    const text = "select pg_notify('log_grown', $1)"
    await db.query({ name: 'announce', text, values: [id] }).catch(() => undefined)
  }

  return {
    watch: (onGrown: OnGrown) => {
      line ??= keepListening({
        db,
        channel: 'log_grown',
        onNotification: (payload) => payload === id || watchers.wake(),
        // Appends from the time without a connection were announced to nobody.
        look: async () => watchers.wake(),
        lookMs: LOOK_MS,
      })
      return watchers.watch(onGrown)
    },
    /** To be called after an append of this process: wakes its followers, and those of others a moment later. */
    signal: (types: ReadonlySet<string>) => {
      watchers.wake(types)
      announcing ??= setTimeout(() => void announce(), GAP_MS)
    },
    dispose: async () => {
      watchers.clear()
      clearTimeout(announcing)
      const last = announcing && announce()
      await withTimeout(Promise.all([last, line?.stop()]), DISPOSE_MS_MAX, () => undefined)
    },
  }
}
