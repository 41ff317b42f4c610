import { expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { subscription } from '@app/domain/subscription.ts'
import { load } from '@app/kernel/commands.ts'
import { newId } from '@app/event-store/ids.ts'
import { causeBy } from '../command-context.ts'
import { applyErasures } from './apply-erasures.ts'
import { createProfile } from '../profiles/create-profile.ts'
import { eraseAccount } from './erase-account.ts'
import { shred } from './shred.ts'
import { useErasingSide, STAFF } from '../testing/erasing-side.ts'
import { accountOf, register, runOn } from '../testing/people.ts'

const side = useErasingSide()

let people = 0

/** An account with a profile, a named visitor and a subscriber. */
async function tellOf(word: string) {
  const { store } = side.own
  const id = `restored${(people += 1)}`
  const [profileId, visitorId] = [newId(), newId()]
  await register(store, id, `Zoraida ${word}`)
  await runOn(store, id, { type: 'TakeProfileSlot', profileId })
  const wanted = { profileId, ownerId: id, name: '', details: { ...NO_DETAILS, name: word } }
  await createProfile(side.deps, { ...wanted, slug: `p-${profileId}`, cause: causeBy(side.deps, STAFF) })
  await side.identify({ profileId, visitorId, fullName: `Visita de ${word}` })
  const subscribed = subscriptionStream(newId())
  const data = { profileId, email: `${word}.amiga@correo.example`, consent: 'v1' }
  await side.write(subscribed, { type: 'ReminderSubscribed', data })
  const visitor = visitorSubject(profileId, visitorId)
  return { id, subscribed, subjects: [accountStream(id), profileStream(profileId), visitor, subscribed] }
}

/** As a restored copy of the vault has them. */
async function copyKeys(subjects: readonly string[]): Promise<() => Promise<void>> {
  const { db } = side.own
  const { rows } = await db.query<{ row: object }>(
    'select to_jsonb(k) as row from vault.subjects k where subject = any($1)',
    [subjects],
  )
  expect(rows).toHaveLength(subjects.length)
  return async () => {
    const text = JSON.stringify(rows.map(({ row }) => row))
    await db.query(
      'insert into vault.subjects select * from jsonb_populate_recordset(null::vault.subjects, $1)',
      [text],
    )
  }
}

const keysOf = async (subjects: readonly string[]) => (await side.own.keys.forReading(subjects)).size

test('a person whom a copy of the vault restores is erased again [PRIV-4]', async () => {
  const [told, other] = [await tellOf('Quintupil'), await tellOf('Huenchumilla')]
  const restore = await copyKeys(told.subjects)
  await eraseAccount(side.deps, told.id, STAFF)
  expect(await applyErasures(side.deps, STAFF)).toBe(0)
  await restore()
  expect(await side.placesOf('Quintupil')).not.toEqual([])
  expect(await applyErasures(side.deps, STAFF)).toBe(4)
  expect(await keysOf(told.subjects)).toBe(0)
  expect(await side.placesOf('Quintupil')).toEqual([])
  expect(await keysOf(other.subjects)).toBe(4)
  expect((await accountOf(side.own.store, other.id)).name).toBe('Zoraida Huenchumilla')
})

test('an account that a whole backup restores is erased again, with all of its data [PRIV-4]', async () => {
  const told = await tellOf('Catrileo')
  // The ledger alone knows of the erasure: log and vault are from before it.
  const ids = await side.own.keys.idsOf(told.subjects)
  await side.deps.ledger.record([...ids].map(([subject, keyId]) => ({ at: '', subject, keyId })))
  expect(await applyErasures(side.deps, STAFF)).toBe(4)
  expect(await keysOf(told.subjects)).toBe(0)
  await expect(accountOf(side.own.store, told.id)).rejects.toThrow()
  await side.project()
  expect(await side.placesOf('Catrileo')).toEqual([])
})

test('a subscriber whom a whole backup restores is erased and cancelled again, the profile stays', async () => {
  const { subscribed, subjects } = await tellOf('Antileo')
  const ids = await side.own.keys.idsOf([subscribed])
  await side.deps.ledger.record([...ids].map(([subject, keyId]) => ({ at: '', subject, keyId })))
  expect(await applyErasures(side.deps, STAFF)).toBe(1)
  expect(await keysOf(subjects)).toBe(3)
  const { state } = await load(side.own.store, subscription, subscribed)
  expect(state).toMatchObject({ status: 'cancelled', email: undefined })
})

test('a person who registers again stays', async () => {
  const told = await tellOf('Marileo')
  await eraseAccount(side.deps, told.id, STAFF)
  await register(side.own.store, told.id, 'Somebody New')
  expect(await applyErasures(side.deps, STAFF)).toBe(0)
  expect((await accountOf(side.own.store, told.id)).name).toBe('Somebody New')
})

test('the ledger records an erasure before the key is destroyed [PRIV-4]', async () => {
  const told = await tellOf('Nahuelpan')
  const before = (await side.deps.ledger.read()).length
  const keys = {
    ...side.deps.keys,
    destroy: async () => {
      throw new Error('the process died')
    },
  }
  await expect(shred({ ...side.deps, keys }, told.subjects[0]!, STAFF)).rejects.toThrow('the process died')
  expect((await side.deps.ledger.read()).slice(before)).toMatchObject([{ subject: told.subjects[0] }])
  expect(await applyErasures(side.deps, STAFF)).toBe(1)
  expect(await keysOf(told.subjects)).toBe(0)
})
