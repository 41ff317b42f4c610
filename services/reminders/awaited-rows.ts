import type { StoredEvent } from '@app/contracts/event-store.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import type { ReadDb } from '@app/projections/read-db.ts'

export interface AwaitedRows {
  readonly db: ReadDb
  readonly progress: Pick<ProjectionProgress, 'waitFor'>
}

const WAIT_MS_MAX = 1_000
const ROWS = ['subscriptions']

/** @throws Error while the rows lack events from before this one: the reaction tries again */
export async function rowsUpTo({ progress }: AwaitedRows, { position }: StoredEvent): Promise<void> {
  if (!(await progress.waitFor(position, WAIT_MS_MAX, ROWS)))
    throw new Error('the read model of subscriptions is behind')
}
