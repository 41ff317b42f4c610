import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LiveMessage } from '@app/contracts/analytics/live-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRESENT_MS } from '@app/contracts/traffic/definitions.ts'
import { readLive, type LiveReader } from './testing/live-reader.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import type { CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import type pg from 'pg'
import { lockUntilCommit } from '../../platform/postgres/advisory-lock.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import { BUILDS_LOCK } from '../../kernel/models/builds.ts'

const api = useTestApi()

const ROBOT: CallInit = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }
const visitor = (n: number): string => uuid(0xa000 + n)

let profiles = 0
let profile: TestProfile
let readers: LiveReader[]
beforeEach(async () => {
  profile = await api.newProfile(`live-${(profiles += 1)}`)
  readers = []
})
afterEach(async () => {
  for (const reader of readers) reader.leave()
  await expect.poll(() => api.live.counts()).toEqual({ streams: 0, accounts: 0, profiles: 0 })
})

async function read(asked: Partial<Parameters<typeof readLive>[1]> = {}): Promise<LiveReader> {
  const reader = await readLive(api.url, { profileId: profile.id, token: api.owner.token, ...asked })
  readers.push(reader)
  return reader
}
const tap = (n = 1, { slug } = profile, init?: CallInit) =>
  api.call(`/api/public/profile/${slug}?u=${visitor(n)}&s=nfc`, init)
const save = (n = 1, { id } = profile, more: object = {}) =>
  api.post(`/api/public/track/${id}`, { event_type: 'vcf', visitor_id: visitor(n), ...more })
const idsOf = (message: LiveMessage): readonly string[] =>
  'facts' in message ? message.facts.map(({ id }) => id) : []

test('a stream opens with what people did last, and how many are there', async () => {
  await tap(1)
  api.clock.advance(1_000)
  await save(1)
  await tap(2, profile, ROBOT)
  await api.settle()
  const reader = await read()
  expect(reader.response.statusCode).toBe(200)
  expect(reader.response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  const at = api.clock.now()
  const common = { source: 'nfc', device: 'iphone', network: null, excluded: null }
  const facts = [
    { ...common, source: 'link', kind: 'download', at: at.toISOString(), id: expect.any(String) },
    { ...common, kind: 'tap', at: new Date(at.getTime() - 1_000).toISOString(), id: expect.any(String) },
  ]
  expect(await reader.next()).toEqual({ type: 'opened', facts, people: 1 })
  expect(reader.lastId()).toMatch(/^\d+$/)
})

test('a stream sends a tap once it is in the figures, and what is recorded but not counted with its reason [FIG-12]', async () => {
  const reader = await read()
  expect(await reader.next()).toEqual({ type: 'opened', facts: [], people: 0 })
  await tap(1)
  const first = await reader.next()
  expect(first).toMatchObject({ type: 'moved', facts: [{ kind: 'tap', excluded: null }], people: 1 })
  expect((await api.figuresFor(api.owner.token, profile.id)).total_visits).toBe(1)
  await tap(1)
  expect(await reader.next()).toMatchObject({ type: 'moved', facts: [{ excluded: 'repeat' }], people: 1 })
  await tap(2, profile, { token: api.owner.token })
  expect(await reader.next()).toMatchObject({ type: 'moved', facts: [{ excluded: 'own' }], people: 1 })
})

test('a stream sends how many people are there once it changes, for five minutes after their last counted event', async () => {
  await tap(1)
  api.clock.advance(60_000)
  await tap(2)
  await api.settle()
  const reader = await read()
  expect(await reader.next()).toMatchObject({ type: 'opened', people: 2 })
  api.clock.advance(PRESENT_MS - 60_000)
  expect(await reader.next()).toEqual({ type: 'people', people: 1 })
  api.clock.advance(60_000)
  expect(await reader.next()).toEqual({ type: 'people', people: 0 })
})

longTest(
  'a stream sends facts again that a crash of the database took from the figures, once they are folded again',
  async () => {
    const reader = await read()
    await reader.next()
    await tap(1)
    const [first] = idsOf(await reader.next())
    await loseRows(api.db, 'traffic')
    await tap(2)
    const told: string[] = []
    while (told.length < 2) told.push(...idsOf(await reader.next()))
    expect(told).toEqual([expect.any(String), first])
    expect((await api.figuresFor(api.owner.token, profile.id)).total_visits).toBe(2)
  },
)

test('a stream sends facts of its own profile only', async () => {
  const other = api.profile
  const [reader, elsewhere] = [await read(), await read({ profileId: other.id })]
  await reader.next()
  await elsewhere.next()
  await tap(1, other)
  expect(await elsewhere.next()).toMatchObject({ type: 'moved', people: 1 })
  await tap(1)
  expect(await reader.next()).toMatchObject({ type: 'moved', people: 1 })
  expect([reader.messages, elsewhere.messages].map(({ length }) => length)).toEqual([2, 2])
})

test('after an interruption: a reader gets all that came meanwhile, and nothing twice', async () => {
  const reader = await read()
  await reader.next()
  await tap(1)
  const before = idsOf(await reader.next())
  reader.leave()
  await tap(2)
  await tap(3)
  await api.settle()
  const again = await read({ lastEventId: reader.lastId()! })
  const missed = await again.next()
  expect(missed).toMatchObject({ type: 'moved', people: 3 })
  await tap(4)
  const after = idsOf(await again.next())
  const told = [...before, ...idsOf(missed), ...after]
  const stored = (await api.events(profile.id, 'ProfileTapped')).map(({ id }) => id)
  expect([...told].sort()).toEqual([...stored].sort())
  // A reader that missed nothing gets a message, because figures may have changed.
  const last = await read({ lastEventId: again.lastId()! })
  expect(await last.next()).toEqual({ type: 'moved', facts: [], people: 4 })
})

test('after an interruption: an invalid position, or one that was not reached yet, is ignored', async () => {
  await tap(1)
  await api.settle()
  for (const lastEventId of ['', 'x', '-1', '9'.repeat(20)]) {
    const opened = await (await read({ lastEventId })).next()
    expect([lastEventId, opened]).toMatchObject([lastEventId, { type: 'opened', people: 1 }])
    expect(idsOf(opened)).toHaveLength(1)
  }
  await tap(2)
  for (const reader of readers) expect(await reader.next()).toMatchObject({ type: 'moved', people: 2 })
})

test('a request for a stream is refused above the limit of its account, until one of its streams has closed [LIM-11]', async () => {
  const { token } = await api.newAccount(`Many-${profiles}`, { isAdmin: true })
  const asks = await Promise.all(
    Array.from({ length: LIMITS.liveStreamsOfAccountMax + 3 }, () => read({ token })),
  )
  const refused = asks.filter(({ response }) => response.statusCode !== 200)
  expect(refused.map(({ response }) => [response.statusCode, response.headers['retry-after']])).toEqual(
    Array.from({ length: 3 }, () => [429, '10']),
  )
  expect(api.live.counts().streams).toBe(LIMITS.liveStreamsOfAccountMax)
  asks.find(({ response }) => response.statusCode === 200)!.leave()
  await expect.poll(() => api.live.counts().streams).toBe(LIMITS.liveStreamsOfAccountMax - 1)
  expect((await read({ token })).response.statusCode).toBe(200)
})

/** The state of one projection after a crash before any flush: empty, at the start. */
const loseRows = (db: pg.Pool, projection: string): Promise<void> =>
  inTransaction(db, async (client) => {
    // In the order in which followers lock.
    await lockUntilCommit(client, BUILDS_LOCK)
    const { rows: builds } = await client.query<{ build: string }>(
      'select build from projection.builds join kernel.checkpoints on name = build where projection = $1 for update',
      [projection],
    )
    const schemas = builds.map(({ build }) => build)
    const { rows } = await client.query<{ table: string }>(
      "select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname = any($1)",
      [schemas],
    )
    await client.query(`truncate ${rows.map(({ table }) => table).join(', ')}`)
    await client.query('update kernel.checkpoints set position = 0 where name = any($1)', [schemas])
    await client.query('delete from kernel.parked where name = any($1)', [schemas])
  })
