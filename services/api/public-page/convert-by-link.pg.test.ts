import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import type { CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'

let api: TestApi
let subscriptions: TestSubscriptions
beforeAll(async () => {
  api = await startTestApi()
  subscriptions = subscriptionsOf(api)
})
afterAll(() => api?.close())

const SEEN = { interval: 10 }
let people = 0

async function subscriber() {
  people += 1
  const email = `guarda-${people}@correo.example`
  const profile = await api.newProfile(`guarda-${people}`, { id: uuid(0xa000 + people) })
  const of = await subscriptions.subscribed(profile.id, email)
  return {
    of,
    profile,
    token: subscriptions.tokens.issue('page', of),
    vcf: (query: string, init?: CallInit) => api.call(`/api/profile/${profile.slug}/vcf?${query}`, init),
    events: () => subscriptions.eventsOf(profile.id, email),
    types: () => subscriptions.typesOf(profile.id, email),
    downloads: () => api.events(profile.id, 'ContactDownloaded' satisfies EventType),
  }
}

/** One more converts: those before it have had their time. */
async function lastConverted(): Promise<void> {
  const { vcf, token, types } = await subscriber()
  await vcf(`t=${token}`)
  await expect.poll(async () => (await types()).length, SEEN).toBe(2)
}

test('a contact saved on the page of a reminder’s link ends the cycle, and is a download', async () => {
  const { vcf, token, events, downloads } = await subscriber()
  const eventId = uuid(0xe1)
  const response = await vcf(`t=${token}&e=${eventId}`)
  expect([response.status, response.headers.get('tap-status')]).toEqual([200, 'recorded'])
  await expect
    .poll(events, SEEN)
    .toMatchObject([
      { type: 'ReminderSubscribed' },
      { type: 'ReminderConverted', data: { how: 'link', eventId } },
    ])
  await vcf(`t=${token}`)
  expect(await downloads()).toHaveLength(2)
  expect(await api.logText()).not.toContain(token)
})

test('neither robots, HEAD, later parts, prefetches nor the owner convert', async () => {
  const { vcf, token, types, profile } = await subscriber()
  const own = uuid(0xe2)
  const announced = { event_type: 'vcf', event_id: own }
  await api.post(`/api/public/track/${profile.id}`, announced, { token: api.owner.token })
  const asked: readonly [string, CallInit][] = [
    [`t=${token}`, { method: 'HEAD' }],
    [`t=${token}`, { headers: { range: 'bytes=100-' } }],
    [`t=${token}`, { headers: { 'sec-purpose': 'prefetch' } }],
    [`t=${token}`, { headers: { 'user-agent': 'curl/8.5.0' } }],
    [`t=${token}`, { headers: { 'user-agent': '' } }],
    [`t=${token}&e=${own}`, {}],
  ]
  for (const [query, init] of asked) expect((await vcf(query, init)).status).toBe(200)
  await lastConverted()
  expect(await types()).toEqual(['ReminderSubscribed'])
})

test('a token that was tampered with, of another profile, purpose or cycle is ignored [MAIL-7]', async () => {
  const { vcf, token, of, types, downloads } = await subscriber()
  const other = await subscriber()
  const { tokens } = subscriptions
  const queries = [
    token.replace(/.$/, (last) => (last === 'a' ? 'q' : 'a')),
    other.token,
    tokens.issue('talked', of),
    tokens.issue('page', { ...of, cycle: 2 }),
    'x'.repeat(3_000),
    `${token}&t=${token}`,
    '',
  ]
  for (const query of queries) expect((await vcf(`t=${query}`)).status).toBe(200)
  await lastConverted()
  expect([await types(), await other.types()]).toEqual([['ReminderSubscribed'], ['ReminderSubscribed']])
  expect(await downloads()).toHaveLength(queries.length)
})

test('the page hands its token to the contact file, and names it to nobody', async () => {
  const { token, profile, of } = await subscriber()
  const page = async (query: string, slug = profile.slug) => {
    const response = await api.call(`/pages/${slug}${query}`)
    return { headers: response.headers, html: await response.text() }
  }
  const link = (html: string): string | undefined => /href="([^"]*\/vcf[^"]*)"/.exec(html)?.[1]
  const opened = await page(`?t=${token}`)
  expect(link(opened.html)).toBe(`/api/profile/${profile.slug}/vcf?t=${token}`)
  expect(opened.html.split(token)).toHaveLength(2)
  expect(opened.headers.get('referrer-policy')).toBe('strict-origin')
  expect(opened.headers.get('cache-control')).toBe('no-store')

  for (const other of [
    '',
    '?t=',
    '?t=x',
    `?t=${subscriptions.tokens.issue('talked', of)}`,
    `?t=${token}&t=x`,
  ]) {
    const { html, headers } = await page(other)
    expect([other, link(html)]).toEqual([other, `/api/profile/${profile.slug}/vcf`])
    expect(headers.get('cache-control')).toBe('no-cache')
  }
})
