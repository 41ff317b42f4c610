import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readLive, type LiveReader } from './testing/live-reader.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { uuid, write, writeProfile, type TestProfile } from '../../../tests/support/api/test-log.ts'

let api: TestApi
let isStopped = false
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(async () => {
  if (!isStopped) await api?.close()
})

/** An owner of each test, and another one who must notice nothing. */
let people = 0
let made = 0
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

/** Written beside the process that serves the stream, which learns it from the log alone. */
const elsewhere = (stream: string, event: DomainEvent) => write(api.store, api.clock.now(), stream, [event])

test('a stream ends with the right to it, wherever it is withdrawn, and with nothing else [ACC-3]', async () => {
  const newOwner = async (name: string, isAdmin = false) => {
    const person = await api.newAccount(`${name}-${people}`, { isAdmin })
    const id = uuid(0x90_000 + (made += 1))
    await writeProfile(api.store, api.clock.now(), { id, slug: `${name}-${people}`, ownerId: person.id })
    return { ...person, profileId: id, reader: await read(person.token, id) }
  }
  const [closed, changed, deactivated, erased, deleted, former] = [
    await newOwner('cierra'),
    await newOwner('cambia'),
    await newOwner('inactiva'),
    await newOwner('borrada'),
    await newOwner('sin-tarjeta'),
    await newOwner('jefa', true),
  ]
  const second = await read(closed.token, closed.profileId)
  const [foreign, bystanders] = [await read(former.token), await others()]
  const unconcerned = await read()
  const passwords = { new_password: 'Otra-clave-2', confirm_password: 'Otra-clave-2' }
  const body = { current_password: PASSWORD, ...passwords }
  expect((await api.post('/api/auth/change-password', body, { token: changed.token })).status).toBe(200)
  await api.post('/api/auth/close-sessions', {}, { token: closed.token })
  await elsewhere(accountStream(deactivated.id), { type: 'AccountDeactivated', data: {} })
  await elsewhere(accountStream(erased.id), { type: 'AccountErased', data: {} })
  await elsewhere(profileStream(deleted.profileId), { type: 'ProfileDeleted', data: {} })
  await elsewhere(accountStream(former.id), { type: 'AdminRevoked', data: {} })
  await api.tokenOf(owner.email, PASSWORD)
  await elsewhere(profileStream(profile.id), { type: 'ProfileDeactivated', data: {} })
  await elsewhere(accountStream(owner.id), { type: 'ProfileLimitChanged', data: { maxProfiles: 3 } })
  for (const reader of [
    closed.reader,
    second,
    changed.reader,
    deactivated.reader,
    erased.reader,
    deleted.reader,
    foreign,
  ])
    await expectEnded(reader)
  await expectOpen(former.reader, unconcerned, ...bystanders)
})

test('a stream ends with its own session, when that is closed and when it runs out [ACC-3]', async () => {
  const other = await api.tokenOf(owner.email, PASSWORD)
  const [closed, kept] = [await read(), await read(other)]
  await api.call('/api/auth/logout', { method: 'POST', token: owner.token })
  await expectEnded(closed)
  await expectOpen(kept)
  api.clock.advance(LIMITS.sessionDays * 86_400_000 + 1_000)
  await expectEnded(kept)
})

test('readers who disconnect leave nothing behind, also before their answer', async () => {
  const last = await api.newAccount(`Ultima-${people}`, { isAdmin: true })
  const asks = Array.from({ length: 4 }, (_, n) => {
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

// The last one: it stops the product.
test('a server that stops ends its streams at once, without saying that the session is over', async () => {
  const reader = await read()
  isStopped = true
  const closing = api.close()
  await reader.closed()
  expect([reader.response.complete, reader.messages.map(({ type }) => type)]).toEqual([true, ['opened']])
  await closing
})
