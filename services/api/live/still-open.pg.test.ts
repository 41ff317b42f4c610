import { expect, test } from 'vitest'
import { FORGOTTEN_MS, STILL_OPEN_EVERY_MS } from '@app/contracts/traffic/presence.ts'
import { readLive } from '../testing/live-reader.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

/** Less often than 300 open pages may, which would be as many requests. */
const PRESENCE = { max: 10, per: 1 }

const api = useTestApi({ rateLimits: { presence: PRESENCE } })

const GPC: CallInit = { headers: { 'sec-gpc': '1' } }
const ROBOT: CallInit = { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } }
const visitor = (n: number): string => uuid(0xb000 + n)
const stillOpen = (n: number, init?: CallInit, id = api.profile.id) =>
  api.post(`/api/public/still-open/${id}`, { visitor_id: visitor(n) }, init)
const tap = (n: number, init?: CallInit) =>
  api.call(`/api/public/profile/${api.profile.slug}?u=${visitor(n)}`, init)

test('a visitor is counted while the page reports to be open, and forgotten 40 s later [FIG-13]', async () => {
  const reader = await readLive(api.url, { profileId: api.profile.id, token: api.owner.token })
  await reader.next()
  await tap(1)
  expect(await reader.next()).toMatchObject({ type: 'moved', people: 1 })
  await tap(2, GPC)
  expect(await reader.next()).toMatchObject({ type: 'moved', people: 2 })
  await tap(3, ROBOT)
  await reader.next()

  const head = await api.bare.headPosition()
  for (let ms = 0; ms < 5 * FORGOTTEN_MS; ms += STILL_OPEN_EVERY_MS) {
    api.clock.advance(STILL_OPEN_EVERY_MS)
    const answers = await Promise.all([stillOpen(1), stillOpen(2, GPC), stillOpen(3, ROBOT), stillOpen(4)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
  // Nothing was appended, and nobody was forgotten: the next message is the first.
  expect(await api.bare.headPosition()).toBe(head)
  api.clock.advance(FORGOTTEN_MS - 1)
  await stillOpen(2, GPC)
  api.clock.advance(1)
  expect(await reader.next()).toEqual({ type: 'people', people: 1 })
  api.clock.advance(FORGOTTEN_MS)
  expect(await reader.next()).toEqual({ type: 'people', people: 0 })
  reader.leave()
})

test('nothing is reported of a profile that nobody watches, or that does not exist', async () => {
  for (const id of [api.profile.id, uuid(0xdead), 'no-id']) {
    const answer = await stillOpen(1, undefined, id)
    expect([answer.status, await answer.json()]).toEqual([200, { noted: true }])
  }
  await expectRefused(
    await api.post(`/api/public/still-open/${api.profile.id}`, { visitor_id: 'x' }),
    422,
    'invalid',
  )
})

test('one network may report as often as its limit says, which costs no tap', async () => {
  let passed = 0
  for (let n = 0; n < PRESENCE.max + 5; n += 1) if ((await stillOpen(1)).status === 200) passed += 1
  expect(passed).toBeLessThanOrEqual(PRESENCE.max)
  await expectRefused(await stillOpen(1), 429, 'too-many')
  expect((await tap(5)).status).toBe(200)
})
