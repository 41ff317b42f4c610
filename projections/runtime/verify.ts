import { positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { Build } from './build.ts'
import { createBuild, dropBuild, findActiveBuild } from './builds.ts'
import type { RunningBuild } from './checkpoint.ts'
import { createLogFeed, feedUpTo } from './log-feed.ts'
import type { Projection } from './projection.ts'
import type { RowSeals } from '../row-seals.ts'
import { runBatch } from './run-batch.ts'

interface TableComparison {
  readonly table: string
  readonly rows: number
  /** Rows that are only in the live build, or only in the one made from zero. */
  readonly differing: number
}

export interface Verification {
  readonly projection: string
  readonly position: bigint
  readonly tables: readonly TableComparison[]
}

interface VerifyDeps {
  readonly db: pg.Pool
  readonly store: EventStore
  readonly now: () => Date
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals
  readonly onProgress?: (position: bigint, target: bigint) => void
}

const BATCH_EVENTS_MAX = 5_000

/** Builds a projection a second time from zero, compares it row by row with the live one, and drops it again. */
export async function verifyProjection(
  deps: VerifyDeps,
  projection: Projection,
  name: string,
): Promise<Verification> {
  const live = await findActiveBuild(deps.db, projection.name)
  if (live === undefined) throw new Error(`projection ${projection.name} has no active build`)
  const place = { name, storeId: live.storeId, now: deps.now() }
  const fresh = await createBuild(deps.db, projection, place)
  try {
    const near = await buildUpTo(deps, projection, fresh, live)
    return await compareAtRest(deps, projection, live, near)
  } finally {
    await dropBuild(deps.db, name)
  }
}

async function buildUpTo(
  deps: VerifyDeps,
  projection: Projection,
  from: RunningBuild,
  live: Build,
): Promise<RunningBuild> {
  const feed = feedUpTo(createLogFeed(deps.store, projection.handles), live.position)
  let build = from
  while (build.position < live.position) {
    const batch = await runBatch({ ...deps, feed, batchEventsMax: BATCH_EVENTS_MAX }, projection, build)
    build = { ...build, position: batch.position, checkpoint: batch.checkpoint }
    deps.onProgress?.(build.position, live.position)
  }
  return build
}

const SNAPSHOT = 'begin isolation level repeatable read'

/**
 * Both builds have the same position while the live one's checkpoint is locked: its runner waits, its readers don't. It
 * is locked until a snapshot is taken, because comparing a million rows takes longer than figures may be delayed.
 */
async function compareAtRest(
  deps: VerifyDeps,
  projection: Projection,
  live: Build,
  near: RunningBuild,
): Promise<Verification> {
  return inTransaction(
    deps.db,
    async (client) => {
      const position = await inTransaction(deps.db, async (holder) => {
        const held = { ...live, position: await holdCheckpoint(holder, live) }
        const fresh = await buildUpTo(deps, projection, near, held)
        await takeSnapshot(client, projection.views, [live, fresh])
        return held.position
      })
      const tables: TableComparison[] = []
      for (const table of projection.views)
        tables.push(await compareTable(client, table, live.name, near.name))
      return { projection: projection.name, position, tables }
    },
    SNAPSHOT,
  )
}

async function holdCheckpoint(client: pg.PoolClient, { name }: Build): Promise<Position> {
  const { rows } = await client.query<{ position: string }>(
    'select position from projection.builds where build = $1 for update',
    [name],
  )
  return positionOf(rows[0]?.position ?? '0')
}

/** The tables are locked too, as nobody may drop them before they are read. */
async function takeSnapshot(
  client: pg.PoolClient,
  tables: readonly string[],
  builds: readonly Build[],
): Promise<void> {
  const all = builds.flatMap(({ name }) => tables.map((table) => `"${name}"."${table}"`))
  await client.query(`lock table ${all.join(', ')} in access share mode`)
  await client.query('select')
}

async function compareTable(
  client: pg.PoolClient,
  table: string,
  one: string,
  other: string,
): Promise<TableComparison> {
  const [a, b] = [`"${one}"."${table}"`, `"${other}"."${table}"`]
  const { rows } = await client.query<{ rows: string; differing: string }>(
    `select (select count(*) from ${a}) as rows,
            (select count(*) from ((select * from ${a} except all select * from ${b})
                         union all (select * from ${b} except all select * from ${a})) d) as differing`,
  )
  return { table, rows: Number(rows[0]?.rows), differing: Number(rows[0]?.differing) }
}
