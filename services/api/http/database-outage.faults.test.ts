import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, write, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

/** All of the database is out of reach: event log, vault and read models. */
const api = useTestApi({ proxied: 'everything' })
let profile: TestProfile
beforeAll(async () => {
  profile = await api.newProfile('seen-before')
})

const ANA = uuid(0xa1)
const LOOKUP_MS = 2_000
const DAY_MS = 86_400_000
/** No request waits longer. */
const HANG_MS_MAX = 5_000
const WRITE_MS_MAX = 4_000

const OUTAGES = {
  frozen: () => api.proxy.freeze(),
  stopped: () => api.proxy.stop(),
} as const
const outages = Object.keys(OUTAGES) as (keyof typeof OUTAGES)[]

async function restore(): Promise<void> {
  await api.proxy.start()
  api.proxy.thaw()
}
const whenBack = (check: () => Promise<void>): Promise<void> => eventually(check, { everyMs: 100 })

/** Everything is up, and the profile was seen a moment ago, but not just now. */
beforeEach(async () => {
  await whenBack(async () => expect((await api.call('/readyz')).status).toBe(200))
  await api.call(`/api/public/profile/${profile.slug}`)
  expect((await api.post(`/api/public/track/${profile.id}`, { event_type: 'vcf' })).status).toBe(200)
  api.clock.advance(LOOKUP_MS)
})
afterEach(restore)

/** Answers in time or fails: a call that hangs must not take the whole file with it. */
const soon = (work: Promise<Response>, msMax: number): Promise<Response> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${msMax} ms`)), msMax).unref()
    }),
  ])

describe.each(outages)('while the whole database is %s', (outage) => {
  const id = (n: number): string => uuid(0x8000 + 0x1000 * outages.indexOf(outage) + n)

  test('a page that was seen before is served, its tap is pending, and recorded once when all is back [RUN-1]', async () => {
    await OUTAGES[outage]()
    const query = `?u=${ANA}&v=${id(1)}`
    for (const path of [
      `/pages/${profile.slug}`,
      `/api/public/profile/${profile.slug}${query}`,
      `/api/profile/${profile.slug}/vcf?u=${ANA}&e=${id(2)}`,
    ]) {
      const response = await soon(api.call(path), HANG_MS_MAX)
      expect([path, response.status]).toEqual([path, 200])
      if (!path.startsWith('/pages')) expect(response.headers.get('tap-status')).toBe('pending')
    }
    await restore()
    await whenBack(async () => {
      const stored = await api.events(profile.id, 'ProfileTapped', 'ContactDownloaded')
      expect(stored.filter((event) => [id(1), id(2)].includes(event.id))).toHaveLength(2)
    })
  })

  test('the same is true for a phone without an id, on a day whose key is not cached yet', async () => {
    const before = (await api.events(profile.id, 'ProfileTapped', 'ContactDownloaded')).length
    api.clock.advance(DAY_MS)
    await OUTAGES[outage]()
    for (const path of [`/api/public/profile/${profile.slug}`, `/api/profile/${profile.slug}/vcf`]) {
      const response = await soon(api.call(path), HANG_MS_MAX)
      expect([path, response.status, response.headers.get('tap-status')]).toEqual([path, 200, 'pending'])
    }
    await restore()
    await whenBack(async () => {
      const stored = await api.events(profile.id, 'ProfileTapped', 'ContactDownloaded')
      expect(stored).toHaveLength(before + 2)
    })
  })

  test('a contact file is sent without its photo, when that cannot be had', async () => {
    const withPhoto = await api.newProfile(`photo-${outage}`)
    await write(api.store, api.clock.now(), profileStream(withPhoto.id), [
      { type: 'ProfileImageSet', data: { kind: 'profile-image', ref: 'a.jpg', width: 400, height: 400 } },
    ])
    await api.settle()
    expect((await api.call(`/api/profile/${withPhoto.slug}/vcf?u=${ANA}`)).status).toBe(200)
    await OUTAGES[outage]()
    const response = await soon(api.call(`/api/profile/${withPhoto.slug}/vcf?u=${ANA}`), HANG_MS_MAX)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('BEGIN:VCARD')
  })

  test.each([
    ['of a visitor with an id', { visitor_id: ANA }, 0],
    ['with a name to seal', { visitor_id: uuid(0xc1), visitor_name: 'Ana' }, 0],
    ['of a visitor without an id, on a new day', {}, DAY_MS],
  ])('a click %s is refused soon with the word to retry', async (name, more, laterMs) => {
    api.clock.advance(laterMs)
    const body = { event_type: 'click_email', event_id: id(0x10 + name.length), ...more }
    const path = `/api/public/track/${profile.id}`
    await OUTAGES[outage]()
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
    ['a profile never seen', ({ slug }) => api.call(`/api/public/profile/${slug}`)],
    ['a contact file never seen', ({ slug }) => api.call(`/api/profile/${slug}/vcf`)],
    [
      'a click where nobody was seen',
      (unseen) => api.post(`/api/public/track/${unseen.id}`, { event_type: 'vcf' }),
    ],
    ['a login', () => api.post('/api/auth/login', { email: api.admin.email, password: PASSWORD })],
    ['the list of profiles', () => api.call('/api/admin/profiles', { token: api.admin.token })],
    ['figures', ({ id: unseen }) => api.call(`/api/analytics/${unseen}/unified`, { token: api.admin.token })],
  ])('%s is refused soon as unavailable, to be tried again [RUN-1]', async (name, ask) => {
    const unseen = await api.newProfile(`unseen-${outage}-${name.length}`)
    await OUTAGES[outage]()
    const response = await soon(ask(unseen), HANG_MS_MAX)
    await expectRefused(response, 503, 'unavailable')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('health reports it, and the process lives', async () => {
    await OUTAGES[outage]()
    expect((await soon(api.call('/healthz'), 1_000)).status).toBe(200)
    expect((await soon(api.call('/readyz'), HANG_MS_MAX)).status).toBe(503)
  })
})

test('connections that break in the middle of a batch take nothing down, and the batch is done again', async () => {
  const { id, slug } = await api.newProfile('mid-batch')
  const uncaught: Error[] = []
  const onUncaught = (error: Error) => uncaught.push(error)
  process.on('uncaughtException', onUncaught)
  const holder = await api.db.connect()
  try {
    await holder.query('begin; select from kernel.checkpoints for update')
    await api.call(`/api/public/profile/${slug}`)
    // The projector is in its transaction, and waits there for the checkpoint.
    await eventually(async () => {
      const { rowCount } = await holder.query(
        'select from pg_locks l where not granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))',
      )
      expect(rowCount).toBeGreaterThan(0)
    })
    api.proxy.cut()
    await holder.query('rollback')
    expect(await api.figures(id)).toMatchObject({ total_visits: 1 })
    expect(uncaught).toEqual([])
  } finally {
    holder.release()
    process.off('uncaughtException', onUncaught)
  }
})
