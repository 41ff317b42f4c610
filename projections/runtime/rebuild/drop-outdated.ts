import { withFreeAdvisoryLock, lockUntilCommit } from '@app/postgres/advisory-lock.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import { BUILDS_LOCK, dropWithin, findBuild } from '../builds.ts'
import type { Projection } from '../projection.ts'
import { VERIFY_LOCK } from './builds-beside.ts'

export interface KeptLimits {
  /** Former builds of a projection. */
  readonly kept: number
  readonly hours: number
}

/** Builds of other versions are those of other programs. */
const OUTDATED = `
with beside as (
  select build, projection, state, kept_at, created_at, row_number() over (partition by projection, state order by kept_at desc) as n
  from projection.builds join unnest($4::text[], $5::int[]) ours(projection, version) using (projection, version)
  where state = 'kept' or (state = 'building' and build <> concat(projection, '_v', version))
)
select build from beside
where coalesce(kept_at, created_at) < $1::timestamptz - make_interval(hours => $3) or (state = 'kept' and n > $2)`

const LOCK_MS = 400
const LOCK_NOT_AVAILABLE = '55P03'

/** Drops kept builds beyond their number or time, and after as long a time those that were made and never came into use. */
export async function dropOutdated(
  db: pg.Pool,
  projections: readonly Projection[],
  { kept, hours }: KeptLimits,
  now: Date,
): Promise<void> {
  await dropLeftByVerification(db)
  const { rows } = await db.query<{ build: string }>(OUTDATED, [
    now,
    kept,
    hours,
    projections.map(({ name }) => name),
    projections.map(({ version }) => version),
  ])
  for (const { build } of rows) await dropUnlessRead(db, build)
}

/** Nobody folds what a killed verification left: it would keep erased people. */
async function dropLeftByVerification(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ build: string }>(
    "select build from projection.builds where build = concat(projection, '_verify')",
  )
  if (rows.length === 0) return
  await withFreeAdvisoryLock(db, VERIFY_LOCK, async () => {
    for (const { build } of rows) await dropUnlessRead(db, build)
  })
}

/** Tables that somebody still reads stay until the next time. */
async function dropUnlessRead(db: pg.Pool, name: string): Promise<void> {
  try {
    await inTransaction(db, async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_MS}`)
      await lockUntilCommit(client, BUILDS_LOCK)
      const build = await findBuild(client, name)
      if (build !== undefined && build.state !== 'active') await dropWithin(client, name)
    })
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error
  }
}
