import { inspect } from 'node:util'
import fc from 'fast-check'
import type pg from 'pg'
import { isStoreError } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { profile } from '@app/domain/profile.ts'
import { newId } from '../ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { SEED } from '../contract/random.ts'
import { LONG } from '../contract/contract-fixture.ts'
import { createFoldedStates } from './folded-states.ts'
import { withFoldedStates } from './folded-store.ts'
import { load } from '../handle.ts'
import { createMemoryLog } from '../testing/memory-store.ts'
import { change, EVERY_EVENTS, openSide, tell, type Side } from '../testing/kept-states.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

/** One entry, so that two profiles evict each other. */
const SMALL = { entriesMax: 1 }
const RUNS = LONG ? 60 : 4

let db: pg.Pool
let log: ReturnType<typeof createMemoryLog>
/** Two processes on one log and one vault. */
let one: Side
let other: Side
let id: string
beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = createPool(url, { role: 'svc_app', applicationName: 'kept-states', max: 4 })
})
afterAll(() => db.end())
afterEach(() => Promise.all([one.settled(), other.settled()]))
beforeEach(async () => {
  log = createMemoryLog()
  one = await openSide(log, db)
  other = await openSide(log, db)
  id = newId()
})

const NAMES = Array.from({ length: 40 }, (_, n) => `Zoraida ${n}`)
const fail = (error: unknown): never => {
  throw error
}
const write = (side: Side, events: number) => side.write(id, NAMES.slice(0, events))
const snapshotOf = async (stream: string) => {
  const { rows } = await db.query<{ revision: string; sealed: Buffer }>(
    'select revision, sealed from vault.state_snapshots where stream = $1',
    [stream],
  )
  return rows[0]
}

describe('of a cached stream', () => {
  test('only later events are read, whichever process wrote them', async () => {
    await write(one, 4)
    await one.remembered(id)
    expect(await one.reading(() => one.remembered(id))).toBe(0)
    await write(other, 2)
    expect(await one.reading(() => one.remembered(id))).toBe(2)
    expect(await one.remembered(id)).toEqual(await one.whole(id))
  })

  test('the state stays cached while others append and no key is destroyed', async () => {
    const folded = createFoldedStates({ snapshots: one.snapshots, onTrouble: fail })
    let answered = 0
    const losses = async () => {
      const count = await one.keys.losses()
      answered += 1
      return count
    }
    // As a log in PostgreSQL notifies of other processes' appends.
    const untyped: Side['plain']['watch'] = (heard) => one.plain.watch(() => heard(undefined))
    const log = { ...one.plain, watch: untyped }
    const store = await withFoldedStates(log, { folded, losses, askEveryMs: 1 })
    expect(answered).toBe(1)
    await write(one, 4)
    await load(store, profile, profileStream(id))
    await write(other, 1)
    await eventually(() => expect(answered).toBeGreaterThan(1))
    expect(folded.size()).toBe(1)
  })

  test('a state stays cached while it fits into the bytes of all', async () => {
    await write(one, 4)
    for (const [bytesMax, kept] of [
      [1_000_000, 1],
      [10, 0],
    ] as const) {
      const folded = createFoldedStates({ snapshots: one.snapshots, onTrouble: fail, bytesMax })
      await load({ ...one.plain, folded }, profile, profileStream(id))
      expect([bytesMax, folded.size()]).toEqual([bytesMax, kept])
    }
  })

  test('simultaneous loads fold it once', async () => {
    await write(one, 4)
    const crowd = () => Promise.all(Array.from({ length: 20 }, () => other.remembered(id)))
    expect(await other.reading(crowd)).toBe(4)
  })

  test('a lost race is decided on the winner’s state', async () => {
    await write(one, 2)
    const edits = NAMES.slice(0, 8).map((name, n) => (n % 2 ? one : other).edit(id, name))
    await Promise.all(edits)
    expect(await one.remembered(id)).toEqual(await one.whole(id))
    expect(await other.remembered(id)).toEqual(await one.whole(id))
  })

  test('a log that lost its end is read again after a refused append', async () => {
    await write(one, 3)
    await one.remembered(id)
    const older = await openSide(createMemoryLog(), db)
    await write(older, 1)
    const lost = { ...one.store(), readStream: older.store().readStream, append: older.store().append }
    expect((await change(lost, id, { type: 'DeleteProfile' })).appended?.revision).toBe(1n)
  })
})

describe('of a long stream', () => {
  test('a new process reads the snapshot and later events', async () => {
    await write(one, 30)
    await one.remembered(id)
    await one.crash()
    await write(other, 2)
    // Its last event is read once more, to know its subject.
    expect(await one.reading(() => one.remembered(id))).toBe(1 + 2)
    expect(await one.remembered(id)).toEqual(await one.whole(id))
  })

  test('there is one snapshot, which is updated', async () => {
    await write(one, 12)
    await one.remembered(id)
    await one.settled()
    const first = await snapshotOf(profileStream(id))
    await write(other, EVERY_EVENTS)
    await other.remembered(id)
    await other.settled()
    const second = await snapshotOf(profileStream(id))
    expect(Number(second?.revision)).toBeGreaterThan(Number(first?.revision))
  })

  test.each([3, 12])(
    'a snapshot is left aside where the log was put back and has %i others',
    async (events) => {
      await write(one, 12)
      await one.remembered(id)
      await one.crash()
      const restored = await openSide(createMemoryLog(), db)
      await restored.write(id, NAMES.slice(0, events).reverse())
      const store = { ...one.store(), readStream: restored.plain.readStream }
      const { state } = await load(store, profile, profileStream(id))
      expect(state).toEqual(await restored.whole(id))
    },
  )
})

describe('of an erased person', () => {
  beforeEach(async () => {
    await write(one, 12)
    await other.remembered(id)
    await other.settled()
    await one.remembered(id)
  })

  test('nothing is answered from memory or snapshots, in any process', async () => {
    await one.keys.destroy(profileStream(id))
    for (const side of [one, other]) {
      expect(await side.remembered(id)).toEqual(await side.whole(id))
      expect(inspect(await side.remembered(id))).not.toContain('Zoraida')
    }
  })

  test('no snapshot is left, and a late process stores none', async () => {
    const stream = profileStream(id)
    const mark = await one.snapshots.markOf(stream)
    const snapshot = { next: 13n, lastId: newId(), bytes: Buffer.from('Zoraida') }
    const as = { name: 'profile', version: 1 }
    await one.keys.destroy(stream)
    await one.snapshots.save(stream, as, snapshot, mark)
    expect(await snapshotOf(stream)).toBeUndefined()
    // They register again under a new key, which has not sealed the former state.
    await one.keys.forWriting(stream)
    await one.snapshots.save(stream, as, snapshot, mark)
    expect(await snapshotOf(stream)).toBeUndefined()
  })

  test('no cached state is left once the log has the erasure, even without a read', async () => {
    const { folded } = other.store()
    const forgotten = vi.spyOn(folded, 'forgetAll')
    await one.keys.destroy(profileStream(id))
    await tell(one, profileStream(id))
    await eventually(() => expect(forgotten).toHaveBeenCalled())
    expect(folded.size()).toBe(0)
  })

  test('a pending load leaves no cached state either', async () => {
    const find: Side['snapshots']['find'] = (...asked) => {
      late.store().folded.forgetAll()
      return one.snapshots.find(...asked)
    }
    const late = await openSide(log, db, { snapshots: { ...one.snapshots, find } })
    await late.remembered(id)
    const { folded } = late.store()
    expect(folded.size()).toBe(0)
  })
})

describe('of a blocked person', () => {
  const since = new Date('2100-01-01T00:00:00.000Z')
  const names = async (side: Side): Promise<string> => inspect(await side.remembered(id))
  beforeEach(async () => {
    await write(one, 12)
    await other.remembered(id)
    await other.settled()
    await one.remembered(id)
  })

  test('no word is answered from memory or snapshots, and each is back once the block is lifted [PRIV-15]', async () => {
    const before = await names(one)
    expect(before).toContain('Zoraida')
    await one.subjects.freeze(profileStream(id), since)
    for (const side of [one, other]) expect(await names(side)).not.toContain('Zoraida')
    await one.crash()
    expect(await names(one)).not.toContain('Zoraida')
    await one.subjects.unfreeze(profileStream(id))
    for (const side of [one, other]) expect(await names(side)).toBe(before)
    await other.crash()
    expect(await names(other)).toBe(before)
  })

  test.each(['freeze', 'unfreeze'] as const)(
    'a state that was folded while a process came to %s answers no later call',
    async (change) => {
      const stream = profileStream(id)
      if (change === 'unfreeze') await one.subjects.freeze(stream, since)
      let isFirst = true
      const markOf: Side['snapshots']['markOf'] = async (asked) => {
        const mark = await one.snapshots.markOf(asked)
        if (isFirst) await one.subjects[change](stream, since)
        isFirst = false
        return mark
      }
      const late = await openSide(log, db, { snapshots: { ...one.snapshots, markOf } })
      await late.remembered(id)
      await late.settled()
      // Back to what its mark was of, but for the change.
      if (change === 'freeze') await one.subjects.unfreeze(stream)
      else await one.subjects.freeze(stream, since)
      for (const side of [late, one, other])
        expect((await names(side)).includes('Zoraida')).toBe(change === 'freeze')
    },
  )

  test('cached states go once the log has the block, even without a read', async () => {
    const { folded } = other.store()
    const forgotten = vi.spyOn(folded, 'forgetAll')
    await one.subjects.freeze(profileStream(id), since)
    await tell(one, profileStream(id), 'SubjectBlocked')
    await eventually(() => expect(forgotten).toHaveBeenCalled())
  })
})

describe('a snapshot', () => {
  beforeEach(async () => {
    await write(one, 12)
    await one.remembered(id)
    await one.settled()
  })
  const { name, version } = profile.keptAs!
  const find = async (side: Side, asked = version) =>
    side.snapshots.find(profileStream(id), { name, version: asked })

  test('does not reveal its content', async () => {
    const { sealed } = (await snapshotOf(profileStream(id)))!
    expect(sealed.length).toBeGreaterThan(100)
    expect(sealed.includes('Zoraida')).toBe(false)
    expect((await find(one))?.bytes.includes('Zoraida')).toBe(true)
  })

  test('is not used by another fold, another log, another stream or another state of the log', async () => {
    const strange = await openSide(createMemoryLog(), db)
    expect(await find(one, version + 1)).toBeUndefined()
    expect(await find(strange)).toBeUndefined()
    await db.query('update vault.state_snapshots set revision = revision - 1 where stream = $1', [
      profileStream(id),
    ])
    expect(await find(one)).toBeUndefined()
  })

  test('that cannot be written delays no answer', async () => {
    const troubles: unknown[] = []
    await db.query('delete from vault.state_snapshots where stream = $1', [profileStream(id)])
    const snapshots = { ...one.snapshots, save: () => Promise.reject(new Error('no room')) }
    const side = await openSide(log, db, { snapshots, onTrouble: (error) => troubles.push(error) })
    expect(await side.remembered(id)).toEqual(await one.whole(id))
    await side.remembered(id)
    expect(troubles).toHaveLength(1)
  })
})

type Step =
  | { readonly kind: 'edit'; readonly side: 0 | 1; readonly profile: number; readonly times: number }
  | { readonly kind: 'load' | 'erase' | 'crash'; readonly side: 0 | 1; readonly profile: number }
const place = { side: fc.constantFrom(0 as const, 1 as const), profile: fc.nat({ max: 1 }) }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      ...place,
      times: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('load' as const), ...place }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('erase' as const, 'crash' as const), ...place }),
  },
)
/** Steps of one moment run concurrently. */
const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 })

longTest('cached states equal the fold of the log, whatever two processes do and however they die', () =>
  fc.assert(
    fc.asyncProperty(moments, async (story) => {
      const own = createMemoryLog()
      const sides = [await openSide(own, db, SMALL), await openSide(own, db, SMALL)] as const
      const ids = [newId(), newId()]
      for (const moment of story) {
        await Promise.all(moment.map((one) => take(one, sides[one.side], ids[one.profile]!)))
        for (const side of sides)
          for (const each of ids) expect(await side.remembered(each)).toEqual(await side.whole(each))
      }
    }),
    { numRuns: RUNS, seed: SEED },
  ),
)

/** Two writers of the same stream at once: one of them succeeds. */
function unlessConflict(error: unknown): void {
  if (!isStoreError(error, 'Conflict')) throw error
}

async function take(step: Step, side: Side, profileId: string): Promise<unknown> {
  switch (step.kind) {
    case 'edit':
      return side.write(profileId, NAMES.slice(0, step.times)).catch(unlessConflict)
    case 'load':
      return side.remembered(profileId)
    case 'erase':
      return side.keys.destroy(profileStream(profileId))
    case 'crash':
      return side.crash()
  }
}
