import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { LIVE_FACTS_MAX } from '@app/contracts/api/live-calls.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { NOW, openReadSide, type ReadSide } from '@app/projections/testing/read-side.ts'
import { tapped } from '@app/projections/testing/traffic-story.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { createLiveUpdates, type UpdateCause, type LiveSnapshot, type LiveUpdates } from './live-updates.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const [FIRST, SECOND] = [uuid(0xa), uuid(0xb)]
const TAPS = LIVE_FACTS_MAX + 10
const COME: UpdateCause = { hasMoved: false, isAnew: false, positions: [] }
const moved = (...positions: readonly Position[]): UpdateCause => ({
  hasMoved: true,
  isAnew: false,
  positions,
})

let side: ReadSide
/** The first profile's taps, oldest first, and one of the second's. */
let first: readonly Position[]
let second: readonly Position[]
beforeAll(async () => {
  side = await openReadSide()
  const at = (n: number): string => new Date(NOW.getTime() - (TAPS - n) * 1_000).toISOString()
  const taps = Array.from({ length: TAPS }, (_, n) => tapped({ profile: FIRST, visitor: uuid(n), at: at(n) }))
  await side.given(...taps, tapped({ profile: SECOND, visitor: uuid(1), at: at(0) }))
  await side.project(trafficProjection)
  const stored = await wholeLog(side.store)
  const positionsOf = (id: string) =>
    stored.filter(({ data }) => data.profileId === id).map(({ position }) => position)
  first = positionsOf(FIRST)
  second = positionsOf(SECOND)
})
afterAll(() => side?.close())

/** The reader's pool, whose queries wait until the test releases them. */
let asked: { readonly profileIds: readonly string[]; readonly letIn: () => void }[]
let published: (readonly [profileId: string, look: LiveSnapshot])[]
let updates: LiveUpdates
beforeEach(() => {
  asked = []
  published = []
  const query = async (sql: string, values: [readonly string[]]) => {
    await new Promise<void>((letIn) => asked.push({ profileIds: values[0], letIn }))
    return side.reader.query(sql, values)
  }
  updates = createLiveUpdates({
    db: { query } as unknown as ReadDb,
    now: () => NOW,
    gapMs: 10,
    publish: (profileId, look) => published.push([profileId, look]),
    onTrouble: (error) => {
      throw error
    },
  })
})
afterEach(() => {
  for (const { letIn } of asked) letIn()
  return updates.stop()
})

/** The nth question, once it is at the door. */
async function question(n: number): Promise<(typeof asked)[number]> {
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(n)
  return asked[n - 1]!
}
const tellings = (n: number) => expect.poll(() => published.length).toBe(n)

test('simultaneous events are one query, however many events of however many profiles', async () => {
  for (let n = 0; n < 5_000; n += 1) updates.ask(n % 2 === 0 ? FIRST : SECOND, moved(first.at(-1)!))
  const { profileIds, letIn } = await question(1)
  expect(profileIds).toEqual([FIRST, SECOND])
  letIn()
  const recount = await question(2) // of five thousand events the newest facts say not all
  recount.letIn()
  await tellings(2)
  expect(published.map(([, { facts, present }]) => [facts.length, present?.length])).toEqual([
    [LIVE_FACTS_MAX, TAPS],
    [1, 1],
  ])
  expect(asked).toHaveLength(2)
})

test('events during a query are the next one, and one only', async () => {
  updates.ask(SECOND, moved(...second))
  const one = await question(1)
  for (let n = 0; n < 20; n += 1) updates.ask(SECOND, moved(...second))
  await new Promise(setImmediate)
  expect(asked).toHaveLength(1)
  one.letIn()
  const next = await question(2)
  next.letIn()
  await tellings(2)
  expect(asked).toHaveLength(2)
})

test('facts are sent newest first, with the position up to which they are complete', async () => {
  updates.ask(FIRST, COME)
  ;(await question(1)).letIn()
  await tellings(1)
  const [[, look]] = published as [(typeof published)[number]]
  expect(look).toMatchObject({ hasMoved: false, position: second.at(-1), present: undefined })
  expect(look.facts.map(({ position }) => position)).toEqual([...first].reverse().slice(0, LIVE_FACTS_MAX))
})

test('present visitors are recounted only if an event is not among the newest facts', async () => {
  updates.ask(FIRST, moved(first[0]!, first.at(-1)!))
  updates.ask(SECOND, moved(...second))
  ;(await question(1)).letIn()
  const recount = await question(2)
  expect(recount.profileIds).toEqual([FIRST])
  recount.letIn()
  await tellings(2)
  expect(published.map(([id, { present }]) => [id, present?.length])).toEqual([
    [FIRST, TAPS],
    [SECOND, undefined],
  ])
})

test('a profile that nobody watches any more is not queried, nor any after the end', async () => {
  updates.ask(FIRST, COME)
  updates.forget(FIRST)
  updates.ask(SECOND, COME)
  const { profileIds, letIn } = await question(1)
  expect(profileIds).toEqual([SECOND])
  letIn()
  await tellings(1)
  await updates.stop()
  updates.ask(FIRST, COME)
  updates.retry()
  await new Promise(setImmediate)
  expect(asked).toHaveLength(1)
})

test('a profile that cannot be published delays no other, and is not queried again', async () => {
  const told: string[] = []
  const troubles: unknown[] = []
  const failing = createLiveUpdates({
    db: side.reader,
    now: () => NOW,
    gapMs: 10,
    publish: (profileId) => {
      told.push(profileId)
      if (profileId === FIRST) throw new Error('a fact that no contract knows')
    },
    onTrouble: (error) => troubles.push(error),
  })
  failing.ask(FIRST, COME)
  failing.ask(SECOND, COME)
  await expect.poll(() => told).toEqual([FIRST, SECOND])
  failing.retry()
  failing.ask(SECOND, COME)
  await expect.poll(() => told).toEqual([FIRST, SECOND, SECOND])
  expect(troubles).toHaveLength(1)
  await failing.stop()
})
