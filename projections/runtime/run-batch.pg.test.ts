import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventStore, JsonObject } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { addRow } from '@app/event-store/testing/memory-log.ts'
import { createBuild, findBuild, type Build } from './builds.ts'
import { createLogFeed } from './log-feed.ts'
import { idIn, projection, ProjectionStopped } from './projection.ts'
import { CheckpointMoved, type RunningBuild } from './checkpoint.ts'
import { CHECKPOINT_MS_MAX, runBatch } from './run-batch.ts'
import { NOW, eventOf, reusedReadSides, type ReadSide } from '../testing/read-side.ts'

const OWNER = '0a0a0a0a-0000-4000-8000-000000000001'
const OTHER = '0a0a0a0a-0000-4000-8000-000000000002'
const BAD = '0b0b0b0b-0000-4000-8000-000000000001'
const LIMIT = 3

/** Counts slug claims a profile; its table refuses a profile's fourth claim. */
const claims = projection<{ readonly profileId: string }>({
  name: 'claims',
  version: 1,
  handles: ['SlugClaimed'],
  reads: 'opened',
  tables: `create table claims (profile_id uuid primary key, n integer not null check (n <= ${LIMIT}))`,
  views: ['claims'],
  subjectOf: ({ data }) => idIn(data.profileId),
  read: (event) => readEvent(event).data as { profileId: string },
  project: async (tx, facts) => {
    for (const { profileId } of facts) {
      await tx.query(
        `insert into claims values ($1, 1) on conflict (profile_id) do update set n = claims.n + 1`,
        [profileId],
      )
    }
  },
})

const openSide = reusedReadSides()

let side: ReadSide
let build: Build
beforeEach(async () => {
  side = await openSide()
  const made = { name: 'claims_v1', storeId: side.store.storeId, now: NOW }
  build = (await findBuild(side.db, made.name)) ?? (await createBuild(side.db, claims, made))
})
afterEach(() => side.close())

const claimed = (profileId: string, n: number) => ({
  type: 'SlugClaimed',
  stream: `slug-${profileId.slice(0, 4)}-${n}`,
  data: { profileId } satisfies JsonObject,
})
const feedOf = (store: EventStore = side.store) => createLogFeed(store, claims.handles)
const run = (from: Build = build, store: EventStore = side.store, batchEventsMax = 100) =>
  runBatch({ db: side.db, feed: feedOf(store), now: () => NOW, batchEventsMax }, claims, from)

const rows = async (): Promise<Record<string, number>> => {
  const { rows: found } = await side.db.query<{ profile_id: string; n: number }>(
    'select * from claims_v1.claims',
  )
  return Object.fromEntries(found.map(({ profile_id, n }) => [profile_id, n]))
}
const parked = async () =>
  (await side.db.query('select type, subject, error from projection.parked order by position')).rows

describe('the checkpoint', () => {
  test('moves with the rows [PROJ-1]', async () => {
    await side.given(claimed(OWNER, 1), claimed(OWNER, 2))
    const batch = await run()
    expect(batch).toMatchObject({ events: 2, parked: 0, caughtUp: true })
    expect((await findBuild(side.db, build.name))?.position).toBe(batch.position)
    expect(await rows()).toEqual({ [OWNER]: 2 })
  })

  test('stays where it was when a batch fails, and so do the rows [PROJ-1]', async () => {
    await side.given(claimed(OWNER, 1))
    const broken = {
      ...claims,
      project: async () => Promise.reject(Object.assign(new Error('disk full'), { code: '53100' })),
    }
    await expect(
      runBatch({ db: side.db, feed: feedOf(), now: () => NOW, batchEventsMax: 100 }, broken, build),
    ).rejects.toThrow('disk full')
    expect((await findBuild(side.db, build.name))?.position).toBe(0n)
    expect(await parked()).toEqual([])
  })

  test('lets a second runner of the same build write nothing [PROJ-1]', async () => {
    await side.given(claimed(OWNER, 1), claimed(OWNER, 2))
    // The rival folds the first event inside the first one's read of both.
    let rival: Promise<unknown> | undefined
    const racing: EventStore = {
      ...side.store,
      readAll: async (...asked) => {
        const page = await side.store.readAll(...asked)
        rival ??= run(build, side.store, 1)
        await rival
        return page
      },
    }
    await expect(run(build, racing)).rejects.toThrow(CheckpointMoved)
    expect(await rows()).toEqual({ [OWNER]: 1 })
  })

  test('stops a runner whose build belongs to another store [LOG-11]', async () => {
    await side.given(claimed(OWNER, 1))
    const other = await openMemoryEventStore(createMemoryLog(), { now: () => NOW, newId: () => BAD })
    await expect(run({ ...build, storeId: other.storeId })).rejects.toThrow(ProjectionStopped)
  })
})

describe('events that do not concern it', () => {
  let ms: number
  let standing: RunningBuild
  let writes: Set<string>
  beforeEach(() => {
    ms = NOW.getTime()
    standing = build
    writes = new Set()
  })

  const foreign = () => side.given({ type: 'HistoryRead', stream: 'audit-1', data: { scope: 'x' } })
  /** Polls once, as a runner does, and records whether the checkpoint was written. */
  async function look(store: EventStore = side.store): Promise<void> {
    const deps = { db: side.db, feed: feedOf(store), now: () => new Date(ms), batchEventsMax: 100 }
    const { position, checkpoint } = await runBatch(deps, claims, standing)
    standing = { ...standing, position, checkpoint }
    const { rows: found } = await side.db.query<{ xmin: string }>('select xmin from projection.builds')
    writes.add(found[0]!.xmin)
  }
  const inDatabase = async () => (await findBuild(side.db, build.name))?.position

  test('are skipped without a write for each', async () => {
    await look()
    for (let n = 0; n < 5; n += 1) {
      await foreign()
      await look()
    }
    expect(standing.position).toBe(await side.store.headPosition())
    expect(await inDatabase()).toBe(0n)
    expect(writes.size).toBe(1)
  })

  test('are read again after a restart for ten seconds at most, however few they are', async () => {
    const heads: bigint[] = []
    const after = (place: bigint): number => heads.filter((head) => head > place).length
    for (let second = 0; second <= 35; second += 1) {
      await foreign()
      await look()
      heads.push(standing.position)
      ms += 1_000
      expect(after((await inDatabase())!)).toBeLessThanOrEqual(CHECKPOINT_MS_MAX / 1_000)
    }
    expect([after(0n), writes.size]).toEqual([36, 1 + 3])
  })

  test('move the checkpoint at once after a long read', async () => {
    await foreign()
    await look({
      ...side.store,
      readAll: (...asked) => {
        ms += CHECKPOINT_MS_MAX
        return side.store.readAll(...asked)
      },
    })
    expect(await inDatabase()).toBe(await side.store.headPosition())
  })

  test('are skipped page by page, and a restart meanwhile begins at most ten seconds back', async () => {
    const deps = { now: () => NOW, newId: () => BAD, scannedEventsMax: 2 }
    const store = await openMemoryEventStore(createMemoryLog(), deps)
    const read = eventOf({ type: 'HistoryRead', data: { scope: 'x' } })
    for (let n = 0; n < 9; n += 1) await store.append(`audit-${n}`, 'noStream', [read])
    await store.append('slug-one', 'noStream', [eventOf(claimed(OWNER, 1))])
    await side.db.query('update projection.builds set store_id = $1', [store.storeId])
    standing = { ...build, storeId: store.storeId }
    const written: bigint[] = []
    let isCaughtUp = false
    for (let pages = 0; !isCaughtUp && pages < 20; pages += 1) {
      const look = { db: side.db, feed: feedOf(store), now: () => new Date(ms), batchEventsMax: 100 }
      const { position, checkpoint, caughtUp } = await runBatch(look, claims, standing)
      expect(position > standing.position).toBe(true)
      standing = { ...standing, position, checkpoint }
      written.push((await inDatabase())!)
      isCaughtUp = caughtUp
      ms += CHECKPOINT_MS_MAX / 2
    }
    expect(await rows()).toEqual({ [OWNER]: 1 })
    expect(isCaughtUp && standing.position).toBe(await store.headPosition())
    expect(new Set(written).size).toBeGreaterThan(2)
  })

  test('move the checkpoint once, and nothing is written while nothing happens [PROJ-8]', async () => {
    await foreign()
    for (let n = 0; n < 10; n += 1) {
      await look()
      ms += CHECKPOINT_MS_MAX
    }
    expect(await inDatabase()).toBe(await side.store.headPosition())
    expect(writes.size).toBe(2)
    // The former checkpoint does not count: the next one waits ten seconds again.
    await look()
    await foreign()
    await look()
    expect(writes.size).toBe(2)
  })

  test('never set the checkpoint back behind another runner’s', async () => {
    await foreign()
    await look()
    await side.given(claimed(OWNER, 1))
    const { position: theirs } = await run()
    await foreign()
    ms += CHECKPOINT_MS_MAX
    const head = await side.store.headPosition()
    const blind = async () => ({ events: [], scannedTo: head, isAtHead: true })
    await expect(look({ ...side.store, readAll: blind })).rejects.toThrow(CheckpointMoved)
    expect(await inDatabase()).toBe(theirs)
    expect(await rows()).toEqual({ [OWNER]: 1 })
  })
})

describe('an event that a fold can’t take', () => {
  test('is parked with its error, later ones of its subject behind it, and the others go on [PROJ-5]', async () => {
    await side.given(
      { ...claimed(BAD, 1), data: { profileId: BAD, extra: true } },
      claimed(OWNER, 1),
      claimed(BAD, 2),
    )
    expect(await run()).toMatchObject({ events: 3, parked: 2 })
    expect(await rows()).toEqual({ [OWNER]: 1 })
    expect(await parked()).toMatchObject([
      { type: 'SlugClaimed', subject: BAD, error: expect.stringContaining('extra') as string },
      { subject: BAD, error: expect.stringContaining('behind') as string },
    ])
  })

  test('is parked with a cause without its values [PROJ-5]', async () => {
    const name = 'Zoraida Quilaqueo'
    await side.given({ ...claimed(BAD, 1), data: { profileId: BAD, [name]: name } })
    await run()
    const quoting: typeof claims = {
      ...claims,
      project: async (tx) => void (await tx.query('select $1::integer', [name])),
    }
    await side.given(claimed(OWNER, 1))
    const feed = createLogFeed(side.store, quoting.handles)
    const deps = { db: side.db, feed, now: () => NOW, batchEventsMax: 100 }
    await runBatch(deps, quoting, (await findBuild(side.db, build.name))!)
    const causes = (await parked()).map(({ error }) => error as string)
    expect(causes).toEqual([
      'does not fit its schema: unrecognized_keys',
      expect.stringMatching(/^database refused data \(22P02/),
    ])
  })

  test('keeps its subject’s order in later batches', async () => {
    await side.given({ ...claimed(BAD, 1), data: { profileId: BAD, extra: true } })
    const { position } = await run()
    await side.given(claimed(BAD, 2), claimed(OWNER, 1))
    expect(await run({ ...build, position })).toMatchObject({ parked: 1 })
    expect(await rows()).toEqual({ [OWNER]: 1 })
  })

  test('is found and parked alone when the database refuses it [PROJ-5]', async () => {
    await side.given(...Array.from({ length: LIMIT + 2 }, (_, n) => claimed(BAD, n)), claimed(OWNER, 1))
    expect(await run()).toMatchObject({ parked: 2 })
    expect(await rows()).toEqual({ [OWNER]: 1, [BAD]: LIMIT })
  })

  test('is parked by its position when it cannot even be read, and the events before it are folded', async () => {
    const log = createMemoryLog()
    const store = await openMemoryEventStore(log, { now: () => NOW, newId: () => OWNER })
    await store.append('slug-one', 'noStream', [eventOf(claimed(OWNER, 1))])
    addRow(
      log,
      'slug-bad',
      { id: BAD, type: 'SlugClaimed', version: 1, dataJson: '[]', metaJson: '{}' },
      NOW.getTime(),
    )
    await store.append('slug-two', 'noStream', [eventOf({ ...claimed(OWNER, 2), id: BAD })])
    await side.db.query('update projection.builds set store_id = $1', [store.storeId])
    let next: Build = { ...build, storeId: store.storeId }
    for (let batches = 0; batches < 3; batches += 1) {
      next = { ...next, position: (await run(next, store)).position }
    }
    expect(await rows()).toEqual({ [OWNER]: 2 })
    expect(await parked()).toMatchObject([{ subject: 'slug-bad' }])
  })
})

test('an event of a newer program is parked with later ones of its subject, and the others are folded [PROJ-6]', async () => {
  await side.given(claimed(OWNER, 1), { ...claimed(OWNER, 2), version: 2 }, claimed(OTHER, 1))
  await run()
  expect(await rows()).toEqual({ [OWNER]: 1, [OTHER]: 1 })
  expect(await parked()).toMatchObject([
    { error: expect.stringMatching(/version 2.*update the program/) as string },
  ])
})
