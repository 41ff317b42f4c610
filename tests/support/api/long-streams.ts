import { expect } from 'vitest'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { DEFAULT_THEME, profileStream } from '@app/contracts/events/profile-events.ts'
import { PASSWORD, type Person, type TestApi } from './test-api.ts'
import { write, type TestProfile } from './test-log.ts'

/** An owner with a profile of theirs. */
export interface Owner extends Person {
  readonly profile: TestProfile
}

const APPEND_EVENTS = 500
const signedIn: DomainEvent = { type: 'SignedIn', data: { method: 'password' } }
const themed = (n: number): DomainEvent => ({
  type: 'ThemeApplied',
  data: { theme: { ...DEFAULT_THEME, background_color: `#0000${10 + (n % 90)}` } },
})

async function writeOften(
  { bare, clock }: TestApi,
  stream: string,
  eventOf: (n: number) => DomainEvent,
  count: number,
): Promise<void> {
  for (let from = 0; from < count; from += APPEND_EVENTS) {
    const events = Array.from({ length: Math.min(APPEND_EVENTS, count - from) }, (_, n) => eventOf(from + n))
    await write(bare, clock.now(), stream, events)
  }
}
export const signInOften = (api: TestApi, { id }: Person, times: number) =>
  writeOften(api, accountStream(id), () => signedIn, times)
export const changeOften = (api: TestApi, { profile }: Owner, times: number) =>
  writeOften(api, profileStream(profile.id), themed, times)

export async function ownerCalled(api: TestApi, name: string): Promise<Owner> {
  const person = await api.newAccount(name)
  return { ...person, profile: await api.newProfile(name.toLowerCase(), { ownerId: person.id }) }
}

const get = (api: TestApi, path: string, { token }: Person) => api.call(path, { token })
const put = (api: TestApi, { token, profile }: Owner, body: object) =>
  api.call(`/api/profile/${profile.id}`, {
    method: 'PUT',
    token,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const login = (api: TestApi, { email }: Person) => api.post('/api/auth/login', { email, password: PASSWORD })

let bios = 0
/** Calls of owners; each reads the account's session and mostly the profile. */
export const OWNER_CALLS: Readonly<Record<string, (api: TestApi, owner: Owner) => Promise<Response>>> = {
  'sign in': login,
  'ask who they are': (api, owner) => get(api, '/api/auth/me', owner),
  'list their profiles': (api, owner) => get(api, '/api/profiles/me', owner),
  'look at their profile': (api, owner) => get(api, `/api/profile/${owner.profile.id}`, owner),
  'change their profile': (api, owner) => put(api, owner, { bio: `Hola ${(bios += 1)}` }),
  'look at their figures': (api, owner) => get(api, `/api/analytics/${owner.profile.id}/unified`, owner),
}

/** Number of events of single streams that the log returns. */
export async function eventsReadFor(api: TestApi, owner: Owner, name: string): Promise<number> {
  const before = await api.eventsRead()
  expect((await OWNER_CALLS[name]!(api, owner)).status).toBe(200)
  return (await api.eventsRead()) - before
}

/** No cache lasts for so long, and a sign-in is recorded again. */
export const LATER_MS = 11 * 60_000
