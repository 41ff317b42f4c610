import { afterEach, beforeEach, expect, test } from 'vitest'
import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { createWaitFor } from '../wait-for.ts'
import { readStatus } from './builds.ts'
import { startFollowing, type Following } from '@app/projections/testing/following.ts'
import { NOW, openReadSide, type Given, type ReadSide } from '@app/projections/testing/read-side.ts'
import { ANA, BEA, tapped } from '@app/projections/testing/traffic-story.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { hold } from '../../../tests/support/lock-waits.ts'

const LONG_MS = 60_000
const FIRST = tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' })
const SECOND = tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' })
const ELSEWHERE: Given = { type: 'HistoryRead', stream: 'audit-1', data: { scope: 'x' } }
const MODELS = ['traffic']

let side: ReadSide
let following: Following | undefined
beforeEach(async () => {
  side = await openReadSide()
  following = undefined
})
afterEach(async () => {
  await following?.stop()
  await side.close()
})

/** The process that keeps the read models up to date. */
function follow(): void {
  following = startFollowing({ ...side, log: side.store, codec: PLAIN_CODEC, now: () => NOW }, [
    trafficProjection,
  ])
}

/** Another process, which has the database and the log in common with it and nothing else. */
function elsewhere({ db = side.reader, now = NOW, version = trafficProjection.version } = {}) {
  const [deps, models] = [{ db, log: side.store, now: () => now }, [{ ...trafficProjection, version }]]
  const waitFor = createWaitFor(deps, models)
  return {
    waitFor: (position: Position, msMax = LONG_MS) => waitFor(MODELS, position, msMax),
    status: async () => (await readStatus(deps, models))[0]!,
  }
}

async function given(...events: readonly Given[]): Promise<Position> {
  await side.given(...events)
  return side.store.headPosition()
}

test('a process that follows nothing waits for the rows of another one, and for no other read model', async () => {
  const { waitFor, status } = elsewhere()
  const first = await given(FIRST)
  expect(await status()).toMatchObject({ state: 'starting', position: START })
  expect(await waitFor(START, 0)).toBe(false)
  follow()
  expect(await waitFor(first)).toBe(true)
  const second = await given(SECOND)
  expect(await waitFor(second)).toBe(true)
  expect(await status()).toMatchObject({ state: 'live', position: second, lagSeconds: 0, error: null })
  expect(await waitFor(positionOf('9'.repeat(18)), 20)).toBe(false)
  expect(await createWaitFor({ db: side.reader, log: side.store }, [trafficProjection])([], second)).toBe(
    true,
  )
})

test('events that do not concern a read model are passed without a move of its checkpoint [PROJ-9]', async () => {
  follow()
  const { waitFor, status } = elsewhere()
  const first = await given(FIRST)
  expect(await waitFor(first)).toBe(true)
  expect(await waitFor(await given(ELSEWHERE))).toBe(true)
  expect(await status()).toMatchObject({ state: 'live', position: first, lagSeconds: 0 })
})

test('a read model that is behind is shown with its delay [FIG-11]', async () => {
  follow()
  const { waitFor, status } = elsewhere({ now: new Date(NOW.getTime() + 12_500) })
  expect(await waitFor(await given(FIRST))).toBe(true)
  const held = await hold(side.db, 'select from kernel.checkpoints for update')
  const second = await given(SECOND, ELSEWHERE)
  expect(await waitFor(second, 20)).toBe(false)
  expect(await status()).toMatchObject({ state: 'catching-up', lagSeconds: 12.5 })
  await held.rollback()
  expect(await waitFor(second)).toBe(true)
  expect(await status()).toMatchObject({ state: 'live', lagSeconds: 0 })
})

test('while the database is away nothing is certain, and a wait that outlasts the outage succeeds', async () => {
  let isAway = false
  const query = (...call: Parameters<typeof side.reader.query>) =>
    isAway ? Promise.reject(new Error('away')) : side.reader.query(...call)
  const db = { query } as unknown as typeof side.reader
  const { waitFor } = elsewhere({ db })
  follow()
  const head = await given(FIRST)
  expect(await waitFor(head)).toBe(true)
  isAway = true
  expect(await waitFor(head, 0)).toBe(false)
  const waiting = waitFor(head)
  isAway = false
  expect(await waiting).toBe(true)
})

test('rows of another version are not waited for, as nothing moves them', async () => {
  await side.project(trafficProjection)
  const newer = elsewhere({ version: trafficProjection.version + 1 })
  expect(await newer.waitFor(await side.store.headPosition())).toBe(true)
  expect(await newer.waitFor(await given(FIRST), Infinity)).toBe(false)
  expect(await newer.status()).toMatchObject({ state: 'starting', isMadeAnew: true })
})
