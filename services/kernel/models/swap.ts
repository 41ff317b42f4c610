import { lockUntilCommit, inTransaction } from '../../platform/postgres/in-transaction.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { BUILDS_LOCK, dropWithin, findActiveBuild, type Build } from './builds.ts'
import { foldUpTo, positionIn, type TwoBuilds } from './compare.ts'
import type { FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

/** Long reads blocked the views for all tries. */
export class ViewsInUse extends Error {}

interface Shown extends Pick<Build, 'name' | 'position'> {
  readonly now: Date
}

/** A reader that arrives while a swap waits for an earlier one waits as well: the swap gives up early, and tries again. */
const LOCK_MS = 200
const VIEWS_MS_MAX = 400
const TRIES_MAX = 100
const RETRY_MS = 100
/** A lock or a statement that took too long, and a deadlock. */
const BUSY: ReadonlySet<unknown> = new Set(['55P03', '57014', '40P01'])

async function untilViewsAreFree(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!BUSY.has((error as { readonly code?: unknown }).code)) throw error
      if (tries === TRIES_MAX) throw new ViewsInUse('the views are in use', { cause: error })
    }
    await pause(RETRY_MS)
  }
}

/** In one transaction: readers see one or the other. @throws ViewsInUse, Error for a build that is behind or empty */
export const activateBuild = (db: pg.Pool, projection: Projection, build: Shown): Promise<void> =>
  untilViewsAreFree(() =>
    inTransaction(db, async (client) => {
      await refuseEmpty(client, projection, build)
      await showWithin(client, projection, build)
    }),
  )

/** Events that fit no new rule are all parked. */
async function refuseEmpty(
  client: pg.PoolClient,
  { name: projection, views }: Projection,
  { name }: Shown,
): Promise<void> {
  const active = await findActiveBuild(client, projection)
  if (active === undefined) return
  const anyRow = views.map((view) => `exists (select from "${name}"."${view}")`).join(' or ')
  const { rows } = await client.query(
    `select from kernel.parked where name in ($1, $2) and not (${anyRow})
     having count(*) filter (where name = $1) > count(*) filter (where name = $2)`,
    [name, active.name],
  )
  if (rows.length > 0)
    throw new Error(`build ${name} has no row, and parked every event: ${active.name} stays`)
}

async function showWithin(
  client: pg.PoolClient,
  { name: projection, version, views }: Projection,
  { name, position, now }: Shown,
): Promise<void> {
  await lockUntilCommit(client, BUILDS_LOCK)
  await client.query(
    `update projection.builds set state = 'kept', kept_at = $3
     where projection = $1 and build <> $2 and state = 'active'`,
    [projection, name, now],
  )
  const { rowCount } = await client.query(
    `update projection.builds set state = 'active', kept_at = null
     where build = $1 and exists (select from kernel.checkpoints where name = $1 and position >= $2)`,
    [name, position],
  )
  if (rowCount !== 1) throw new Error(`build ${name} has not reached ${position}`)
  await client.query(`set local lock_timeout = ${LOCK_MS}`)
  await pointViews(client, views, name)
  // One former build is enough. Nobody folds one of an older program on: it would keep erased data.
  const { rows } = await client.query<{ build: string }>(
    'select build from projection.builds where projection = $1 and (version < $2 or kept_at < $3)',
    [projection, version, now],
  )
  for (const { build } of rows) await dropWithin(client, build)
}

/** Last of what may wait: readers wait behind it. */
async function pointViews(client: pg.PoolClient, views: readonly string[], name: string): Promise<void> {
  const pointed = views.map(
    (view) =>
      `drop view if exists read."${view}"; create view read."${view}" as select * from "${name}"."${view}";`,
  )
  // One statement, whose time is limited as a whole.
  await client.query(`set local statement_timeout = ${VIEWS_MS_MAX}`)
  await client.query(`do $$ begin ${pointed.join(' ')} end $$`)
  await client.query('set local statement_timeout to default')
}

/** The live build's follower waits while the other one gets the few events that it lacks; no reader waits. */
export async function swapBuild(
  deps: FoldDeps,
  projection: Projection,
  { live, other: name }: TwoBuilds,
): Promise<void> {
  const { db, now } = deps
  await untilViewsAreFree(() =>
    inTransaction(db, async (client) => {
      await lockUntilCommit(client, BUILDS_LOCK)
      const position = await positionIn(client, live, 'for update')
      await foldUpTo(deps, projection, name, position)
      await showWithin(client, projection, { name, position, now: now() })
    }),
  )
}
