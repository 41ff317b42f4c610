import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readLive, type LiveReader } from '../testing/live-reader.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { write, type TestProfile } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** An owner of each test, and another one who must notice nothing. */
let people = 0
let owner: Person
let profile: TestProfile
let readers: LiveReader[]
beforeEach(async () => {
  people += 1
  owner = await api.newAccount(`Sesion-${people}`)
  profile = await api.newProfile(`sesion-${people}`, { ownerId: owner.id })
  readers = []
})
afterEach(async () => {
  for (const reader of readers) reader.leave()
  await expect.poll(() => api.live.counts()).toEqual({ streams: 0, accounts: 0, profiles: 0 })
})

async function read(token = owner.token, profileId = profile.id): Promise<LiveReader> {
  const reader = await readLive(api.url, { profileId, token })
  readers.push(reader)
  await reader.next()
  return reader
}
const others = () => Promise.all([read(api.owner.token, api.profile.id), read(api.admin.token)])

async function expectEnded(reader: LiveReader): Promise<void> {
  await reader.closed()
  expect(reader.messages.at(-1)).toEqual({ type: 'ended' })
}
async function expectOpen(...still: readonly LiveReader[]): Promise<void> {
  const before = still.map((reader) => reader.heartbeats())
  for (const [index, reader] of still.entries())
    await expect.poll(reader.heartbeats).toBeGreaterThan(before[index]!)
  expect(still.filter((reader) => reader.isClosed())).toEqual([])
}

describe('a stream ends with the session', () => {
  test('when all sessions are closed [ACC-3]', async () => {
    const [reader, second, bystanders] = [await read(), await read(), await others()]
    await api.post('/api/auth/close-sessions', {}, { token: owner.token })
    await expectEnded(reader)
    await expectEnded(second)
    await expectOpen(...bystanders)
  })

  test('when the password is changed, by the owner or by others', async () => {
    const [reader, bystanders] = [await read(), await others()]
    const passwords = { new_password: 'Otra-clave-2', confirm_password: 'Otra-clave-2' }
    const changed = await api.post(
      '/api/auth/change-password',
      { current_password: PASSWORD, ...passwords },
      { token: owner.token },
    )
    expect(changed.status).toBe(200)
    await expectEnded(reader)
    await expectOpen(...bystanders)
  })

  /** Written beside the process that serves the stream, which learns it from the log alone. */
  const elsewhere = (stream: string, event: DomainEvent) => write(api.store, api.clock.now(), stream, [event])

  test('when the account is deactivated, wherever that is done', async () => {
    const [reader, bystanders] = [await read(), await others()]
    await elsewhere(accountStream(owner.id), { type: 'AccountDeactivated', data: {} })
    await expectEnded(reader)
    await expectOpen(...bystanders)
  })

  test('when the account is erased', async () => {
    const reader = await read()
    await elsewhere(accountStream(owner.id), { type: 'AccountErased', data: {} })
    await expectEnded(reader)
  })

  test('when the profile is deleted', async () => {
    const [reader, [bystander]] = [await read(), await others()]
    await elsewhere(profileStream(profile.id), { type: 'ProfileDeleted', data: {} })
    await expectEnded(reader)
    await expectOpen(bystander)
  })

  test('when an administrator is one no more, but for what is their own', async () => {
    const former = await api.newAccount(`Jefa-${people}`, { isAdmin: true })
    const own = await api.newProfile(`jefa-${people}`, { ownerId: former.id })
    const [foreign, theirs] = [await read(former.token), await read(former.token, own.id)]
    await elsewhere(accountStream(former.id), { type: 'AdminRevoked', data: {} })
    await expectEnded(foreign)
    await expectOpen(theirs)
  })

  test('when the token expires', async () => {
    const start = api.clock.now().toISOString()
    const reader = await read()
    api.clock.advance(LIMITS.sessionDays * 86_400_000 - 1_000)
    const later = await read(
      await api.newAccount(`Tarde-${people}`, { isAdmin: true }).then(({ token }) => token),
    )
    await expectOpen(reader, later)
    api.clock.advance(1_000)
    await expectEnded(reader)
    await expectOpen(later)
    api.clock.set(start)
  })

  test('and not with what leaves it as it is', async () => {
    const reader = await read()
    await api.tokenOf(owner.email, PASSWORD)
    await elsewhere(profileStream(profile.id), { type: 'ProfileDeactivated', data: {} })
    await elsewhere(accountStream(owner.id), { type: 'ProfileLimitChanged', data: { maxProfiles: 3 } })
    await expectOpen(reader)
  })
})

test('a session that ends while its stream opens opens none', async () => {
  const admin = await api.newAccount(`Justo-${people}`, { isAdmin: true })
  await api.call('/api/auth/me', { token: admin.token }) // known from now on, for a while
  await write(api.store, api.clock.now(), accountStream(admin.id), [
    { type: 'SessionsClosed', data: { by: 'admin' } },
  ])
  // Long enough for the log's end to have been seen before there was a stream that it concerns.
  const other = await read()
  await api.post('/api/auth/close-sessions', {}, { token: owner.token })
  await expectEnded(other)
  const reader = await readLive(api.url, { profileId: profile.id, token: admin.token })
  readers.push(reader)
  await expectEnded(reader)
})

test('readers who disconnect leave nothing behind, also before their answer', async () => {
  const last = await api.newAccount(`Ultima-${people}`, { isAdmin: true })
  const asks = Array.from({ length: 40 }, (_, n) => {
    const asked = request(`${api.url}/api/analytics/${profile.id}/live`, {
      agent: false,
      headers: { authorization: `Bearer ${n % 2 === 0 ? owner.token : api.admin.token}` },
    })
    asked.on('error', () => undefined)
    asked.end()
    return asked
  })
  for (const [n, asked] of asks.entries()) {
    if (n % 4 < 2) asked.once('response', () => asked.destroy())
    else setTimeout(() => asked.destroy(), n)
  }
  await expect.poll(() => asks.every(({ destroyed }) => destroyed)).toBe(true)
  // Connections are accepted in order: when this one is answered, all of those have come.
  expect((await read(last.token)).response.statusCode).toBe(200)
  await expect.poll(() => api.live.counts()).toEqual({ streams: 1, accounts: 1, profiles: 1 })
})

test('a server that stops ends its streams at once, without saying that the session is over', async () => {
  const own = await startTestApi()
  const stopped = await readLive(own.url, { profileId: own.profile.id, token: own.owner.token })
  await stopped.next()
  const closing = own.close()
  await stopped.closed()
  expect([stopped.response.complete, stopped.messages.map(({ type }) => type)]).toEqual([true, ['opened']])
  await closing
})
