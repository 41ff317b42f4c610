import type { EventStore } from '@app/contracts/event-store.ts'
import { feedsOfLog } from '@app/projections/runtime/log-feed.ts'
import { createOwnRunners } from '@app/projections/runtime/progress/own-runners.ts'
import { openProgress } from '@app/projections/runtime/progress/postgres-progress.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { startProjections } from '@app/projections/runtime/start-projections.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

const CAUGHT_UP_MS_MAX = 600_000
const now = (): Date => new Date()

/**
 * Runs projections in this process, as the product does, and resolves once they are at the head of the log.
 * @returns a function that stops them
 */
export async function startOurRunners(
  { projector: db, seals, sealed }: Pick<Backend, 'projector' | 'seals' | 'sealed'>,
  projections: readonly Projection[],
  { store = sealed, pollMs }: { readonly store?: EventStore; readonly pollMs?: number } = {},
): Promise<() => Promise<void>> {
  const troubles: unknown[] = []
  const ownRunners = createOwnRunners()
  const running = startProjections(
    {
      db,
      feedOf: feedsOfLog({ opened: store, sealed: store }),
      seals,
      now,
      ownRunners,
      onTrouble: (_name, error) => troubles.push(error),
      ...(pollMs === undefined ? {} : { pollMs }),
    },
    projections,
  )
  const progress = openProgress({ db, now, ownRunners }, projections)
  const stop = async (): Promise<void> => {
    await running.stop()
    await progress.stop()
  }
  if (await progress.waitFor(await store.headPosition(), CAUGHT_UP_MS_MAX)) return stop
  await stop()
  throw troubles[0] ?? new Error('the read models did not catch up')
}
