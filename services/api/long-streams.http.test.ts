import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, profileStream } from '@app/contracts/events/profile.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { RATE_LIMITS } from '@app/contracts/rate-limits.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from './testing/test-api.ts'
import { expectRefused } from './testing/test-client.ts'
import { write, type TestProfile } from './testing/test-log.ts'

/** An owner with a profile of theirs. */
interface Owner extends Person {
  readonly profile: TestProfile
}

let api: TestApi
let fresh: Owner
let veteran: Owner
beforeAll(async () => {
  api = await startTestApi({ rateLimits: {} })
})
afterAll(() => api?.close())

const EVENTS = 10_000
const APPEND_EVENTS = 500
const LATER_MS = 11 * 60_000
const signedIn: DomainEvent = { type: 'SignedIn', data: { method: 'password' } }
const themed = (blue: number): DomainEvent => ({
  type: 'ThemeApplied',
  data: { theme: { ...DEFAULT_THEME, background_color: `#0000${(10 + (blue % 90)).toString()}` } },
})

async function writeOften(stream: string, eventOf: (n: number) => DomainEvent, count: number): Promise<void> {
  for (let from = 0; from < count; from += APPEND_EVENTS) {
    const events = Array.from({ length: Math.min(APPEND_EVENTS, count - from) }, (_, n) => eventOf(from + n))
    await write(api.bare, api.clock.now(), stream, events)
  }
}

async function ownerCalled(name: string, slug: string): Promise<Owner> {
  const person = await api.newAccount(name)
  return { ...person, profile: await api.newProfile(slug, { ownerId: person.id }) }
}

const get = (path: string, { token }: Person) => api.call(path, { token })
const put = ({ token, profile }: Owner, body: object) =>
  api.call(`/api/profile/${profile.id}`, {
    method: 'PUT',
    token,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const login = ({ email }: Person) => api.post('/api/auth/login', { email, password: PASSWORD })

const CALLS: Readonly<Record<string, (owner: Owner) => Promise<Response>>> = {
  'sign in': login,
  'ask who they are': (owner) => get('/api/auth/me', owner),
  'list their profiles': (owner) => get('/api/profiles/me', owner),
  'look at their profile': (owner) => get(`/api/profile/${owner.profile.id}`, owner),
  'change their profile': (owner) => put(owner, { bio: `Hola ${owner.email}` }),
  'look at their figures': (owner) => get(`/api/analytics/${owner.profile.id}/unified`, owner),
}

async function eventsReadFor(owner: Owner, name: string): Promise<number> {
  const before = api.eventsRead()
  expect((await CALLS[name]!(owner)).status).toBe(200)
  return api.eventsRead() - before
}

describe(`who has signed in and changed their profile ${EVENTS} times`, () => {
  beforeAll(async () => {
    fresh = await ownerCalled('Nueva', 'nueva')
    veteran = await ownerCalled('Veterana', 'veterana')
    await writeOften(accountStream(veteran.id), () => signedIn, EVENTS)
    await writeOften(profileStream(veteran.profile.id), themed, EVENTS)
    for (const owner of [fresh, veteran]) for (const call of Object.values(CALLS)) await call(owner)
  })

  test.each(Object.keys(CALLS))('is read as little of as who is new: %s', async (name) => {
    // Nothing that was looked up is remembered for so long, and signing in is news again.
    api.clock.advance(LATER_MS)
    const [least, most] = [await eventsReadFor(fresh, name), await eventsReadFor(veteran, name)]
    expect(most).toBeLessThanOrEqual(3 * least)
    expect(most).toBeLessThan(5)
  })

  test('is kept sealed, a row a stream', async () => {
    const { rows } = await api.db.query<{ revision: string }>(
      'select revision from vault.state_snapshots where stream = any($1)',
      [[accountStream(veteran.id), profileStream(veteran.profile.id)]],
    )
    expect(rows).toHaveLength(2)
    expect(rows.filter(({ revision }) => Number(revision) < EVENTS - 1)).toEqual([])
  })

  test('signs in as ever, though that is not taken down any more', async () => {
    const head = await api.store.head(accountStream(veteran.id))
    api.clock.advance(LATER_MS)
    expect((await login(veteran)).status).toBe(200)
    expect(await api.store.head(accountStream(veteran.id))).toBe(head)
  })
})

describe('a profile that was changed as often as there is room for', () => {
  beforeAll(async () => {
    const { profile } = veteran
    await writeOften(profileStream(profile.id), themed, LIMITS.streamEventsMax - EVENTS)
  })

  test('refuses another change with a reason, and is shown as it is', async () => {
    await expectRefused(await put(veteran, { bio: 'Otra' }), 409, 'history-full')
    expect((await get(`/api/profile/${veteran.profile.id}`, veteran)).status).toBe(200)
  })
})

describe('changing profiles', () => {
  test('is limited by account, with what to wait for', async () => {
    const hasty = await ownerCalled('Apurada', 'apurada')
    const { max, seconds } = RATE_LIMITS['edit-profile'].perAccount
    for (let n = 0; n < max; n += 1) expect((await put(hasty, { name: 'Igual' })).status).toBe(200)
    const refused = await put(hasty, { name: 'Igual' })
    expect(refused.headers.get('retry-after')).toBe(String(seconds))
    await expectRefused(refused, 429, 'too-many')
    const removing = await api.call(`/api/upload/profile-image/${hasty.profile.id}`, {
      method: 'DELETE',
      token: hasty.token,
    })
    await expectRefused(removing, 429, 'too-many')
    expect((await put(fresh, { name: 'Otra' })).status).toBe(200)
  })
})
