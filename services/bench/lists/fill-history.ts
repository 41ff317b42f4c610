import { accountsProjection } from '@app/projections/accounts/projection.ts'
import { historyProjection } from '@app/projections/history/projection.ts'
import { profilesProjection } from '@app/projections/profiles/projection.ts'
import type pg from 'pg'
import { foldAll, type ReadModelFilling } from './fill-lists.ts'
import { lifeOf, readingOf, type HistorySizes } from './history-events.ts'

interface FillingHistory extends ReadModelFilling {
  readonly sizes: HistorySizes
  readonly administratorId: string
}

/** Some hundred events each. */
const PEOPLE_AT_ONCE = 20
const READINGS_AT_ONCE = 2_000

/** By the product's own projections, without a log, which no list reads. */
export async function fillHistory(filling: FillingHistory): Promise<void> {
  const { db, sizes, administratorId } = filling
  await foldAll(filling, {
    title: 'lives',
    count: sizes.people,
    atOnce: PEOPLE_AT_ONCE,
    projections: [accountsProjection, profilesProjection, historyProjection],
    eventsOf: (nth) => lifeOf(nth, sizes, administratorId),
  })
  await foldAll(filling, {
    title: 'readings',
    count: sizes.readings,
    atOnce: READINGS_AT_ONCE,
    projections: [historyProjection],
    eventsOf: (nth) => [readingOf(nth, sizes, administratorId)],
  })
  await inOrderOfTime(db)
}

/** As a log would have filled it: person by person, the planner would find other plans cheap. */
async function inOrderOfTime(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ build: string }>(
    "select build from projection.builds where projection = 'history' and state = 'active'",
  )
  await db.query(`cluster "${rows[0]!.build}".history using history_at_position_idx`)
}
