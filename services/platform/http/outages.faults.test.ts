import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { awakeMsOf } from '../../../tests/support/awake-time.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const ANA = uuid(0xa1)
const LOOKUP_MS = 2_000
const DAY_MS = 86_400_000
const SEEN_MS = 570_000
/** No request waits longer. */
const HANG_MS_MAX = 5_000
const WRITE_MS_MAX = 4_000

const OUTAGES = ['frozen', 'stopped'] as const
type Outage = (typeof OUTAGES)[number]

/** @param proxied is out of reach from `begin` until the test ends or restores it */
function useOutages(proxied: 'everything' | 'log') {
  const api = useTestApi({ proxied })
  const restore = async (): Promise<void> => {
    await api.proxy.start()
    api.proxy.thaw()
  }
  afterEach(restore)
  const begin = async (outage: Outage): Promise<void> =>
    outage === 'frozen' ? api.proxy.freeze() : api.proxy.stop()
  return { api, begin, restore }
}
const whenBack = (check: () => Promise<void>): Promise<void> => eventually(check, { everyMs: 100 })

/** Answers in time or fails: a call that hangs must not take the whole file with it. */
const soon = (work: Promise<Response>, msMax: number): Promise<Response> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${msMax} ms`)), msMax).unref()
    }),
  ])

describe('the whole database, read models and vault included,', () => {
  const { api, begin, restore } = useOutages('everything')
  let profile: TestProfile
  beforeAll(async () => {
    profile = await api.newProfile('seen-before')
  })

  /** Everything is up, and the profile was seen a moment ago, but not just now. */
  beforeEach(async () => {
    await whenBack(async () => expect((await api.call('/readyz')).status).toBe(200))
    await api.call(`/api/public/profile/${profile.slug}`)
    expect((await api.post(`/api/public/track/${profile.id}`, { event_type: 'vcf' })).status).toBe(200)
    api.clock.advance(LOOKUP_MS)
  })

  describe.each(OUTAGES)('%s', (outage) => {
    const id = (n: number): string => uuid(0x8000 + 0x1000 * OUTAGES.indexOf(outage) + n)

    test('a page and a contact file that were seen within ten minutes are served, by a product that is not ready [RUN-1]', async () => {
      api.clock.advance(SEEN_MS - LOOKUP_MS)
      await begin(outage)
      const seen = [`/pages/${profile.slug}`, `/api/profile/${profile.slug}/vcf`, '/healthz', '/readyz']
      const answers = await Promise.all(seen.map((path) => soon(api.call(path), HANG_MS_MAX)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 503])
    })

    test('a tap is refused soon with the word to retry, and its repetition recorded once when all is back [RUN-1]', async () => {
      const path = `/api/public/profile/${profile.slug}?u=${ANA}&v=${id(1)}`
      await begin(outage)
      const response = await soon(api.call(path), WRITE_MS_MAX)
      await expectRefused(response, 503, 'unavailable')
      await restore()
      await whenBack(async () => expect((await api.call(path)).status).toBe(200))
      const taps = await api.events(profile.id, 'ProfileTapped')
      expect(taps.filter((event) => event.id === id(1))).toHaveLength(1)
    })

    test.each([
      ['of a visitor with an id', { visitor_id: ANA }, 0],
      ['with a name to seal', { visitor_id: uuid(0xc1), visitor_name: 'Ana' }, 0],
      ['of a visitor without an id, on a new day', {}, DAY_MS],
    ])('a click %s is refused soon with the word to retry', async (name, more, laterMs) => {
      api.clock.advance(laterMs)
      const body = { event_type: 'click_email', event_id: id(0x10 + name.length), ...more }
      const path = `/api/public/track/${profile.id}`
      await begin(outage)
      const response = await soon(api.post(path, body), WRITE_MS_MAX)
      await expectRefused(response, 503, 'unavailable')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await restore()
      await whenBack(async () => expect((await api.post(path, body)).status).toBe(200))
      const stored = await api.events(profile.id, 'LinkClicked')
      expect(stored.filter((event) => event.id === body.event_id)).toHaveLength(1)
    })

    test.each<readonly [string, (unseen: TestProfile) => Promise<Response>]>([
      ['a page never seen', ({ slug }) => api.call(`/pages/${slug}`)],
      ['a login', () => api.post('/api/auth/login', { email: api.admin.email, password: PASSWORD })],
      ['the list of profiles', () => api.call('/api/admin/profiles', { token: api.admin.token })],
    ])('%s is refused soon as unavailable, to be tried again [RUN-1]', async (name, ask) => {
      const unseen = await api.newProfile(`unseen-${outage}-${name.length}`)
      await begin(outage)
      const response = await soon(ask(unseen), HANG_MS_MAX)
      await expectRefused(response, 503, 'unavailable')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })
})

describe('the event log alone', () => {
  const { api, begin, restore } = useOutages('log')

  describe.each(OUTAGES)('%s', (outage) => {
    test('many simultaneous visitors are all answered soon, and all is recorded once when it is back [RUN-1]', async () => {
      const { id, slug } = await api.newProfile(`crowd-${outage}`)
      await begin(outage)
      const visits = Array.from({ length: 100 }, (_, n) =>
        uuid(0x6000 + 0x1000 * OUTAGES.indexOf(outage) + n),
      )
      const tapAll = () =>
        Promise.all(visits.map((v) => api.call(`/api/public/profile/${slug}?v=${v}&u=${v}`)))
      const crowd = tapAll()
      const ms = awakeMsOf(crowd)
      expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([503]))
      expect(await ms).toBeLessThan(4_000)
      expect(await (await api.call(`/api/profile/${slug}/vcf`)).text()).toContain('BEGIN:VCARD')
      expect((await api.call(`/pages/${slug}`)).status).toBe(200)
      await restore()
      await whenBack(async () =>
        expect(new Set((await tapAll()).map(({ status }) => status))).toEqual(new Set([200])),
      )
      expect(await api.events(id, 'ProfileTapped')).toHaveLength(visits.length)
      expect(await api.figures(id)).toMatchObject({
        total_visits: visits.length,
        unique_visitors: visits.length,
      })
    })
  })
})
