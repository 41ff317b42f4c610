import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LiveMessage } from '@app/contracts/analytics.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { PRESENT_MS } from '@app/contracts/traffic/shares.ts'
import { readLive, type LiveReader } from './testing/live-reader.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import type { CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'

let api: TestApi
let isStopped = false
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  if (!isStopped) await api?.close()
})

const ROBOT: CallInit = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }
const visitor = (n: number): string => uuid(0xa000 + n)

/** An owner and a profile of each test. */
let people = 0
let owner: Person & { readonly profile: TestProfile }
let profile: TestProfile
let readers: LiveReader[]
async function newOwner(isAdmin = false) {
  people += 1
  const person = await api.newAccount(`Vivo-${people}`, { isAdmin })
  return { ...person, profile: await api.newProfile(`vivo-${people}`, { ownerId: person.id }) }
}
beforeEach(async () => {
  owner = await newOwner()
  profile = owner.profile
  readers = []
})
afterEach(async () => {
  for (const reader of readers) reader.leave()
  await expect.poll(() => api.live.counts()).toEqual({ streams: 0, accounts: 0, profiles: 0 })
})

async function read(more: Partial<Parameters<typeof readLive>[1]> = {}): Promise<LiveReader> {
  const reader = await readLive(api.url, { profileId: profile.id, token: owner.token, ...more })
  readers.push(reader)
  return reader
}
async function readOpened(more: Parameters<typeof read>[0] = {}): Promise<LiveReader> {
  const reader = await read(more)
  await reader.next()
  return reader
}
const tap = (n = 1, { slug } = profile, init?: CallInit) =>
  api.call(`/api/public/profile/${slug}?u=${visitor(n)}&s=nfc`, init)
const idsOf = (message: LiveMessage): readonly string[] =>
  'facts' in message ? message.facts.map(({ id }) => id) : []

test('a stream opens with what people did last, and how many are there', async () => {
  await tap(1)
  api.clock.advance(1_000)
  await api.post(`/api/public/track/${profile.id}`, { event_type: 'vcf', visitor_id: visitor(1) })
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
  const common = { source: 'nfc', device: 'iphone', network: null, excluded: null, id: expect.any(String) }
  const facts = [
    { ...common, source: 'link', kind: 'download', at: at.toISOString() },
    { ...common, kind: 'tap', at: new Date(at.getTime() - 1_000).toISOString() },
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
  expect((await api.figuresFor(owner.token, profile.id)).total_visits).toBe(1)
  await tap(1)
  expect(await reader.next()).toMatchObject({ type: 'moved', facts: [{ excluded: 'repeat' }], people: 1 })
  await tap(2, profile, { token: owner.token })
  expect(await reader.next()).toMatchObject({ type: 'moved', facts: [{ excluded: 'own' }], people: 1 })
})

test('a stream sends how many people are there once it changes, for five minutes after their last counted event', async () => {
  await tap(1)
  api.clock.advance(60_000)
  await tap(2)
  await api.settle()
  const reader = await read()
  expect(await reader.next()).toMatchObject({ type: 'opened', people: 2 })
  for (const [laterMs, left] of [
    [PRESENT_MS - 60_000, 1],
    [60_000, 0],
  ] as const) {
    api.clock.advance(laterMs)
    expect(await reader.next()).toEqual({ type: 'people', people: left })
  }
})

test('after an interruption a reader gets all that came meanwhile, and nothing twice', async () => {
  const reader = await readOpened()
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
  const told = [...before, ...idsOf(missed), ...idsOf(await again.next())]
  const stored = (await api.events(profile.id, 'ProfileTapped')).map(({ id }) => id)
  expect([...told].sort()).toEqual([...stored].sort())
  // A reader that missed nothing gets a message, because figures may have changed.
  const last = await read({ lastEventId: again.lastId()! })
  expect(await last.next()).toEqual({ type: 'moved', facts: [], people: 4 })
  // A text that is no position, or one that was not reached yet, is ignored.
  for (const lastEventId of ['', 'x', '-1', '9'.repeat(20)]) {
    const opened = await (await read({ lastEventId })).next()
    expect([lastEventId, opened.type, idsOf(opened).length]).toEqual([lastEventId, 'opened', 4])
  }
})

test('streams query once a look, whoever watches, send each tap to its own, and rest while nobody watches [SPEED-4, LIM-11]', async () => {
  const most = LIMITS.liveStreamsOfAccountMax
  const watchers = [await newOwner(true), await newOwner(true)]
  const all = await Promise.all(
    watchers.flatMap(({ token, profile: { id } }) =>
      Array.from({ length: most + 3 }, () => read({ token, profileId: id })),
    ),
  )
  const [open, refused] = [200, 429].map((status) =>
    all.filter(({ response }) => response.statusCode === status),
  ) as [LiveReader[], LiveReader[]]
  expect(refused.map(({ response }) => response.headers['retry-after'])).toEqual(Array(6).fill('10'))
  await Promise.all(open.map((reader) => reader.next()))
  expect(api.live.counts()).toEqual({ streams: 2 * most, accounts: 2, profiles: 2 })
  const beat = async (): Promise<void> => {
    const before = open[0]!.heartbeats()
    await expect.poll(() => open[0]!.heartbeats()).toBeGreaterThan(before)
  }
  await beat()
  const before = api.liveQueries()
  await tap(1, watchers[0]!.profile)
  await beat()
  // There are 28 looks between two heartbeats, and some more until the second is noticed.
  expect(api.liveQueries() - before).toBeLessThan(2 * 28)
  await expect.poll(() => open.filter(({ messages }) => messages.length === 2).length).toBe(most)
  open[0]!.leave()
  await expect.poll(() => api.live.counts().streams).toBe(2 * most - 1)
  for (const reader of open) reader.leave()
  await expect.poll(() => api.live.counts().streams).toBe(0)
  await api.settle()
  const atRest = api.liveQueries()
  await tap(2, watchers[0]!.profile)
  await api.settle()
  expect(api.liveQueries()).toBe(atRest)
})

async function expectEnded(...over: readonly LiveReader[]): Promise<void> {
  for (const reader of over) {
    await reader.closed()
    expect(reader.messages.at(-1)).toEqual({ type: 'ended' })
  }
}
async function expectOpen(...still: readonly LiveReader[]): Promise<void> {
  const before = still.map((reader) => reader.heartbeats())
  for (const [index, reader] of still.entries())
    await expect.poll(reader.heartbeats).toBeGreaterThan(before[index]!)
  expect(still.filter((reader) => reader.isClosed())).toEqual([])
}

/** Written beside the process that serves the stream, which learns it from the log alone. */
const elsewhere = (stream: string, event: DomainEvent) => api.write(stream, event)

test('a stream ends with the right to it, wherever it is withdrawn, and with nothing else [ACC-3]', async () => {
  const opened = async (isAdmin = false) => {
    const person = await newOwner(isAdmin)
    const { token, profile: own } = person
    return { ...person, reader: await readOpened({ token, profileId: own.id }) }
  }
  const [closed, changed, deactivated, erased, deleted, former] = [
    await opened(),
    await opened(),
    await opened(),
    await opened(),
    await opened(),
    await opened(true),
  ]
  const second = await readOpened({ token: closed.token, profileId: closed.profile.id })
  const foreign = await readOpened({ token: former.token })
  const unconcerned = [former.reader, await readOpened(), await readOpened({ token: api.admin.token })]
  const passwords = { new_password: 'Otra-clave-2', confirm_password: 'Otra-clave-2' }
  const body = { current_password: PASSWORD, ...passwords }
  expect((await api.post('/api/auth/change-password', body, { token: changed.token })).status).toBe(200)
  await api.post('/api/auth/close-sessions', {}, { token: closed.token })
  await elsewhere(accountStream(deactivated.id), { type: 'AccountDeactivated', data: {} })
  await elsewhere(accountStream(erased.id), { type: 'AccountErased', data: {} })
  await elsewhere(profileStream(deleted.profile.id), { type: 'ProfileDeleted', data: {} })
  await elsewhere(accountStream(former.id), { type: 'AdminRevoked', data: {} })
  await elsewhere(profileStream(profile.id), { type: 'ProfileDeactivated', data: {} })
  await elsewhere(accountStream(owner.id), { type: 'ProfileLimitChanged', data: { maxProfiles: 3 } })
  const over = [closed, changed, deactivated, erased, deleted].map(({ reader }) => reader)
  await expectEnded(...over, second, foreign)
  await expectOpen(...unconcerned)
})

test('a stream ends with its own session, when that is closed and when it runs out [ACC-3]', async () => {
  const other = await api.tokenOf(owner.email, PASSWORD)
  const [closed, kept] = [await readOpened(), await readOpened({ token: other })]
  await api.call('/api/auth/logout', { method: 'POST', token: owner.token })
  await expectEnded(closed)
  await expectOpen(kept)
  api.clock.advance(LIMITS.sessionDays * 86_400_000 + 1_000)
  await expectEnded(kept)
})

// The last one: it stops the product.
test('a server that stops ends its streams at once, without saying that the session is over', async () => {
  const reader = await readOpened()
  isStopped = true
  const closing = api.close()
  await reader.closed()
  expect([reader.response.complete, reader.messages.map(({ type }) => type)]).toEqual([true, ['opened']])
  await closing
})
