import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeOften, signInOften } from '../../../tests/support/api/long-streams.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { newId } from '@app/event-store/ids.ts'
import { profilesMadeFor } from '@app/projections/profiles/owners.ts'
import { subscriptionsMadeFor } from '@app/projections/subscriptions/of-profile.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { createUnconfirmedReminders } from '@app/vault/mails/unconfirmed-reminders.ts'
import { NAMES } from '@app/vault/testing/names.ts'
import { eraseAccount, type EraseAccountDeps } from './erase-account.ts'

/** Until every process knows: caches of pages and sessions are a moment old at most. */
const KNOWN_MS = 3_000
const NAME = 'Zoraida'
const [COMPANY, VISITOR] = ['Quintupil y Compañía', 'Wenceslao Huenchumilla']

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

async function erase(accountId: string) {
  const { store, bare: sealed, keys, db, storedImages, clock } = api
  const ledger = { record: async () => undefined, read: async () => [] }
  const deps = {
    store,
    names: NAMES,
    sealed,
    keys,
    db,
    storedImages,
    now: clock.now,
    newId,
    pause: async () => undefined,
    ledger,
  }
  const known = {
    profilesMadeFor: (ownerId: string) => profilesMadeFor(db, ownerId),
    subscriptionsMadeFor: (...asked: Parameters<EraseAccountDeps['subscriptionsMadeFor']>) =>
      subscriptionsMadeFor(db, ...asked),
    removeMailsTo: async () => 0,
    unconfirmed: createUnconfirmedReminders({ db, keys, random: randomBytes, now: clock.now }),
  }
  const erased = await eraseAccount({ ...deps, ...known }, accountId, { kind: 'system', id: 'test' })
  await api.settle()
  clock.advance(KNOWN_MS)
  return erased
}

const textOf = async (path: string, token?: string): Promise<string> =>
  (await api.call(path, token === undefined ? {} : { token })).text()

test('an erased account’s page is gone, its sessions are invalid, and its names are readable nowhere', async () => {
  const { id, token, email } = await api.newAccount(NAME)
  const slug = 'tarjeta-siete'
  const { id: profileId } = await api.newProfile(slug, {
    ownerId: id,
    details: { name: NAME, company: COMPANY },
  })
  const identified = await api.post(`/api/public/identify/${profileId}`, {
    full_name: VISITOR,
    phone: '+56 9 1234 5678',
    description: 'Feria',
    visitor_id: newId(),
  })
  expect(identified.status).toBe(200)
  await api.settle()
  expect(await textOf(`/pages/${slug}`)).toContain(COMPANY)
  expect(Object.keys((await api.figures(profileId)).visitors)).toEqual([VISITOR])
  expect((await api.call('/api/auth/me', { token })).status).toBe(200)

  expect(await erase(id)).toMatchObject({ account: true, profiles: 1, visitors: 1 })
  expect((await api.call(`/pages/${slug}`)).status).toBe(404)
  expect((await api.call(`/api/public/profile/${slug}`)).status).toBe(404)
  expect((await api.call('/api/auth/me', { token })).status).toBe(401)
  const password = 'Clave-de-prueba-1'
  expect((await api.post('/api/auth/login', { email, password })).status).toBe(401)

  const seen = [
    await textOf(`/pages/${slug}`),
    await textOf('/api/admin/profiles', api.admin.token),
    await textOf(`/api/analytics/${profileId}/unified`, api.admin.token),
    await api.logText(),
  ].join('\n')
  for (const word of [NAME, email, COMPANY, VISITOR, slug]) expect(seen).not.toContain(word)
})

const SNAPSHOTS = "select stream, encode(sealed, 'escape') as sealed from vault.state_snapshots"
const snapshots = async () => (await api.db.query<{ stream: string; sealed: string }>(SNAPSHOTS)).rows

test('no cached state of a long stream is left', async () => {
  const name = 'Filomena'
  const person = await api.newAccount(name)
  const profile = await api.newProfile('tarjeta-larga', { ownerId: person.id, details: { name } })
  const owner = { ...person, profile }
  await signInOften(api, owner, 300)
  await changeOften(api, owner, 300)
  const look = () => api.call(`/api/profile/${profile.id}`, { token: person.token })
  // A state that the last erasure voided while it was folded is kept with a later call, once the session is asked for again.
  await eventually(async () => {
    api.clock.advance(KNOWN_MS)
    expect(await (await look()).text()).toContain(name)
    expect(await snapshots()).toHaveLength(2)
  })
  expect(JSON.stringify(await snapshots())).not.toContain(name)

  await erase(person.id)
  expect(await snapshots()).toEqual([])
  expect((await look()).status).toBe(401)
  expect((await api.call(`/api/profile/${profile.id}`, { token: api.admin.token })).status).toBe(404)
})
