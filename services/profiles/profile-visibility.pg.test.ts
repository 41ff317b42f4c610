import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { findProfileBySlug } from '@app/projections/profiles/queries.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { startFollowing, type Following } from '@app/projections/testing/following.ts'
import { strangersStatuses } from '../../tests/support/api/test-client.ts'
import { useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { write, type TestProfile } from '../../tests/support/api/test-log.ts'
import { awakeMsOf } from '../../tests/support/awake-time.ts'
import { longTest } from '../../tests/support/longer-runs.ts'

const FRESH_MS = 1_000
const FORMER_MS = 600_000

/** The clock stands still: a copy stays until a test moves it. */
const api = useTestApi({ proxied: 'everything', pageFreshMs: FRESH_MS })
/** Another process over the same database: what the test writes by its own store comes from there. */
let elsewhere: Following
let owner: Person
let profile: TestProfile
beforeAll(async () => {
  const { db, clock } = api
  elsewhere = startFollowing(
    { db, reader: db, log: api.bare, codec: api.codec, seals: api.seals, now: clock.now },
    PROJECTIONS,
  )
  owner = await api.newAccount('Visible')
  const given = { ownerId: owner.id, details: { name: 'Ana', company: 'Andes' } }
  profile = await api.newProfile('visible', given)
  expect(await statuses()).toEqual(THERE)
})
afterAll(() => elsewhere?.stop())

const statuses = (of = profile) => strangersStatuses(api, of)
const GONE = [404, 404, 404, 404, 404]
const THERE = [200, 200, 200, 200, 200]

const texts = (): Promise<readonly string[]> =>
  Promise.all(
    [`/pages/${profile.slug}`, `/api/profile/${profile.slug}/vcf`].map(async (path) =>
      (await api.call(path)).text(),
    ),
  )
const put = (body: object) =>
  api.post(`/api/profile/${profile.id}`, body, { method: 'PUT', token: owner.token })
const ofAccount = (type: 'AccountDeactivated' | 'AccountReactivated') =>
  write(api.store, api.clock.now(), accountStream(owner.id), [{ type, data: {} }])
const within = { interval: 20 }
/** A page shows the rows of now a second later. */
async function aSecondLater(): Promise<void> {
  await api.settle()
  api.clock.advance(FRESH_MS)
}

test('what was saved shows on the page and in the contact within a second, whichever process saved it [SPEED-6]', async () => {
  expect((await put({ company: 'Uno Ltda' })).status).toBe(200)
  for (const text of await texts()) expect(text).not.toContain('Uno Ltda')
  await aSecondLater()
  for (const text of await texts()) expect(text).toContain('Uno Ltda')
  const changes = { company: 'Lejos Ltda' }
  await write(api.store, api.clock.now(), profileStream(profile.id), [
    { type: 'ProfileEdited', data: { changes, typed: {} } },
  ])
  await aSecondLater()
  for (const text of await texts()) expect(text).toContain('Lejos Ltda')
})

test('a closed account disappears for everybody within 3 s [ACC-13]', async () => {
  await ofAccount('AccountDeactivated')
  // The clock of the process goes on by as much as the poll takes, as it does in production.
  const began = performance.now()
  let passedMs = 0
  const gone = expect
    .poll(async () => {
      const ms = performance.now() - began
      api.clock.advance(ms - passedMs)
      passedMs = ms
      return statuses()
    }, within)
    .toEqual(GONE)
  expect(await awakeMsOf(gone)).toBeLessThan(3_000)
  await ofAccount('AccountReactivated')
  await aSecondLater()
  expect(await statuses()).toEqual(THERE)
})

describe('what nobody may see', () => {
  test('a deactivated account’s profiles answer as unknown, record nothing, and come back with it [ACC-12]', async () => {
    const unknown = await api.call('/api/public/profile/nobody-at-all')
    const ofAdmin = (type: 'AccountDeactivated' | 'AccountReactivated') =>
      write(api.store, api.clock.now(), accountStream(api.admin.id), [{ type, data: {} }])
    await ofAccount('AccountDeactivated')
    await aSecondLater()
    expect(await statuses()).toEqual(GONE)
    const before = await api.bare.headPosition()
    const answer = await api.call(`/api/public/profile/${profile.slug}`)
    expect([answer.status, await answer.text()]).toEqual([unknown.status, await unknown.text()])
    expect(await statuses()).toEqual(GONE)
    await api.call(`/pages/${profile.slug}`, { headers: { 'user-agent': 'WhatsApp/2.24' } })
    expect(await api.bare.headPosition()).toBe(before)
    // The demo profile is no account’s: it stays while its owner is deactivated, as notice and rows tell.
    await ofAdmin('AccountDeactivated')
    await ofAccount('AccountReactivated')
    await aSecondLater()
    expect(await statuses()).toEqual(THERE)
    for (const other of [api.profile, api.demo]) expect(await statuses(other)).toEqual(THERE)
    await api.settle()
    expect((await findProfileBySlug({ db: api.db, seals: api.seals }, api.demo.slug))?.isOwnerActive).toBe(
      true,
    )
    await ofAdmin('AccountReactivated')
  })

  longTest(
    'a page is shown for ten minutes while the database is away, and a closed one is not',
    async () => {
      const open = () => api.call(`/pages/${profile.slug}`)
      await api.proxy.stop()
      try {
        api.clock.advance(FORMER_MS - FRESH_MS)
        expect((await open()).status).toBe(200)
        api.clock.advance(2 * FRESH_MS)
        expect((await open()).status).toBe(503)
      } finally {
        await api.proxy.start()
        await expect.poll(async () => (await api.call('/readyz')).status).toBe(200)
      }
      await ofAccount('AccountDeactivated')
      await aSecondLater()
      expect(await statuses()).toEqual(GONE)
      await api.proxy.stop()
      try {
        api.clock.advance(FRESH_MS)
        expect((await open()).status).toBe(404)
      } finally {
        await api.proxy.start()
        await expect.poll(async () => (await api.call('/readyz')).status).toBe(200)
      }
      await ofAccount('AccountReactivated')
      await aSecondLater()
      expect(await statuses()).toEqual(THERE)
    },
  )
})
