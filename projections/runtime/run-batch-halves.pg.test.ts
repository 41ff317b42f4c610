import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { createBuild } from './builds.ts'
import { idIn, projection } from './projection.ts'
import { createLogFeed } from './log-feed.ts'
import { runBatch } from './run-batch.ts'
import { NOW, openReadSide, type ReadSide } from '../testing/read-side.ts'

const EVENTS = 256
const BAD = 'b0000000-0000-4000-8000-000000000001'
const idOf = (n: number): string => `a0000000-0000-4000-8000-${String(n).padStart(12, '0')}`

let side: ReadSide
beforeEach(async () => {
  side = await openReadSide()
})
afterEach(() => side.close())

/** Accepts every profile once, except one. */
let sizes: number[]
const claims = projection<{ readonly profileId: string }>({
  name: 'claims',
  version: 1,
  handles: ['SlugClaimed'],
  reads: 'opened',
  tables: `create table claims (profile_id uuid primary key check (profile_id <> '${BAD}'))`,
  views: ['claims'],
  subjectOf: ({ data }) => idIn(data.profileId),
  read: (event) => readEvent(event).data as { profileId: string },
  project: async (tx, facts) => {
    sizes.push(facts.length)
    await tx.query('insert into claims select unnest($1::uuid[])', [facts.map(({ profileId }) => profileId)])
  },
})

test('a bad event among many is found by halves: the others are not folded one by one [PROJ-5]', async () => {
  sizes = []
  const claimed = Array.from({ length: EVENTS }, (_, n) => ({
    type: 'SlugClaimed',
    stream: `slug-${n}`,
    data: { profileId: n === 100 || n === 200 ? BAD : idOf(n) },
  }))
  await side.given(...claimed)
  const build = await createBuild(side.db, claims, {
    name: 'claims_v1',
    storeId: side.store.storeId,
    now: NOW,
  })
  const deps = {
    db: side.db,
    feed: createLogFeed(side.store, claims.handles),
    now: () => NOW,
    batchEventsMax: 1_000,
  }
  const batch = await runBatch(deps, claims, build)
  expect(batch.parked).toBe(2)
  const { rows } = await side.db.query(
    'select error ~ $1 as waits from projection.parked order by position',
    ['waits behind'],
  )
  expect(rows).toEqual([{ waits: false }, { waits: true }])
  const { rowCount } = await side.db.query('select from claims_v1.claims')
  expect(rowCount).toBe(EVENTS - 2)
  // Two a halving, from all of them down to one.
  expect(sizes.length).toBeLessThanOrEqual(1 + 2 * Math.log2(EVENTS) + 2)
})
