import { setTimeout as pause } from 'node:timers/promises'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { CheckpointGone, openCheckpoint, placeAt, type Place } from '../checkpoint.ts'
import { isOutOfReach } from '../log/open-store.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import { createBuild, dropBuild, findActiveBuild } from './builds.ts'
import { step, type Batch, type Subscription } from '../subscription.ts'
import { subscriptionOf, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

/** An error thrown here ends the work, which continues there the next time. */
export type OnBatch = (position: Position, batch: Batch) => Promise<void> | void

const TRIES_MAX = 20
const RETRY_MS = 200

/** Handles everything up to a position and no further, even if other processes do so too. */
export async function catchUp(
  { db, onBatch }: { readonly db: pg.Pool; readonly onBatch?: OnBatch | undefined },
  subscription: Subscription,
  until: Position,
): Promise<void> {
  const { name, log } = subscription
  let place: Place | undefined
  for (let failures = 0; ;) {
    try {
      place ??= placeAt(await openCheckpoint(db, log, name), false)
      if (place.written >= until) return
      const next = await step(db, subscription, { ...place, writtenMs: -Infinity }, until)
      place = next.place
      if (next.batch !== undefined) await onBatch?.(place.written, next.batch)
      failures = 0
    } catch (error) {
      failures += 1
      if (!isOutOfReach(error) || failures === TRIES_MAX) throw error
      await pause(RETRY_MS) // a statement of a busy machine exceeded its limit
      place = undefined
    }
  }
}

export const foldUpTo = (
  deps: FoldDeps & { readonly onBatch?: OnBatch | undefined },
  projection: Projection,
  build: string,
  position: Position,
): Promise<void> => catchUp(deps, subscriptionOf(deps, projection, build), position)

/** `live` is what queries see, `other` another build of the same version. */
export interface TwoBuilds {
  readonly live: string
  readonly other: string
}

interface TableComparison {
  readonly table: string
  readonly rows: number
  readonly onlyLive: number
  readonly onlyOther: number
}

export interface Comparison {
  readonly position: Position
  readonly tables: readonly TableComparison[]
}

export const differingRows = ({ tables }: Comparison): number =>
  tables.reduce((sum, { onlyLive, onlyOther }) => sum + onlyLive + onlyOther, 0)

/** Compares two builds in a snapshot that has both at one position. Nobody waits for it. */
export async function compareBuilds(
  deps: FoldDeps,
  projection: Projection,
  builds: TwoBuilds,
): Promise<Comparison> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const attempt = await inTransaction(
      deps.db,
      async (client) => {
        const [live, other] = [await positionIn(client, builds.live), await positionIn(client, builds.other)]
        if (live < other) return { behind: builds.live, until: other }
        if (other < live) return { behind: builds.other, until: live }
        const tables: TableComparison[] = []
        for (const table of projection.views) tables.push(await compareTable(client, table, builds))
        return { position: live, tables }
      },
      'begin isolation level repeatable read',
    )
    if (attempt.tables !== undefined) return attempt
    await foldUpTo(deps, projection, attempt.behind, attempt.until)
  }
  throw new Error(`builds ${builds.live} and ${builds.other} were never at one position`)
}

/** @param lock `for update`: a follower of the build waits until the transaction ends */
export async function positionIn(
  client: pg.PoolClient,
  build: string,
  lock: '' | 'for update' = '',
): Promise<Position> {
  const { rows } = await client.query<{ position: string }>(
    `select position from kernel.checkpoints where name = $1 ${lock}`,
    [build],
  )
  if (rows[0] === undefined) throw new CheckpointGone(`build ${build} is gone`)
  return positionOf(rows[0].position)
}

/** Parts of differing rows: one sorts some 20 MB on disk at most. */
const PARTS = 16

/** Compares hashes of rows, one by one only where those of the whole tables differ. */
async function compareTable(
  client: pg.PoolClient,
  table: string,
  { live, other }: TwoBuilds,
): Promise<TableComparison> {
  const hash = 'hash_record_extended(t, 0)'
  const both = `(select ${hash} as h, 1 as side from "${live}"."${table}" t
    union all select ${hash}, -1 from "${other}"."${table}" t) b`
  const { rows: whole } = await client.query<{ rows: number; isEqual: boolean }>(
    `select count(*) filter (where side = 1)::float8 as rows, count(*) filter (where side = 1) * 2 = count(*)
       and bit_xor(h) filter (where side = 1) is not distinct from bit_xor(h) filter (where side = -1) as "isEqual"
     from ${both}`,
  )
  const { rows, isEqual } = whole[0]!
  if (isEqual) return { table, rows, onlyLive: 0, onlyOther: 0 }
  const differing = { onlyLive: 0, onlyOther: 0 }
  for (let part = 0; part < PARTS; part += 1) {
    const { rows: counted } = await client.query<typeof differing>(
      `select coalesce(sum(greatest(n, 0)), 0)::float8 as "onlyLive",
         coalesce(sum(greatest(-n, 0)), 0)::float8 as "onlyOther"
       from (select sum(side) as n from ${both} where h & ${PARTS - 1} = ${part} group by h) lone`,
    )
    differing.onlyLive += counted[0]!.onlyLive
    differing.onlyOther += counted[0]!.onlyOther
  }
  return { table, rows, ...differing }
}

/** Builds a projection a second time from zero, compares it row by row with the live one, and drops it again. */
export async function verifyProjection(
  folding: FoldDeps & { readonly onBatch?: OnBatch },
  projection: Projection,
): Promise<Comparison> {
  const deps = { ...folding, isThrownAway: true } as const
  const live = await findActiveBuild(deps.db, projection.name)
  if (live === undefined) throw new Error(`projection ${projection.name} has no active build`)
  const made = await createBuild(deps.db, projection, { storeId: live.storeId, now: deps.now() })
  try {
    await foldUpTo(deps, projection, made.name, live.position)
    return await compareBuilds(deps, projection, { live: live.name, other: made.name })
  } finally {
    await dropBuild(deps.db, made.name)
  }
}
