import { StoreError, conflict, type EventStore } from '@app/contracts/event-store.ts'
import { STORE_IDENTITY_STREAM } from '@app/contracts/record.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { newId } from './ids.ts'
import { bindVault, ensureStoreIdentity, findVaultBinding } from './store-identity.ts'
import { createMemoryLog, openMemoryEventStore } from './testing/memory-store.ts'

const AT = '2026-11-22T12:00:00.000Z'
const ACTOR = { kind: 'system', id: 'test' } as const
const META = { actor: ACTOR, occurredAt: AT, correlationId: 'x', causationId: null }
const deps = { now: () => new Date(AT), newId }

let store: EventStore
beforeEach(async () => {
  store = await openMemoryEventStore(createMemoryLog(), deps)
})

test('the loser of the race for the name takes the winner’s', async () => {
  const found = [async () => [], store.readStream]
  const readStream: EventStore['readStream'] = (stream) => found.shift()!(stream)
  const append = async () => Promise.reject(conflict('store-identity', 'noStream', 0n))
  expect(await ensureStoreIdentity({ append, readStream }, deps)).toBe(store.storeId)
})

test('an error that is no conflict ends the opening of a log', async () => {
  const append = async () => Promise.reject(new StoreError('Unavailable', 'down'))
  await expect(ensureStoreIdentity({ append, readStream: async () => [] }, deps)).rejects.toThrow('down')
})

test('a first event that names no store is Corrupt', async () => {
  const [first] = await store.readStream('store-identity')
  const strange = { ...store, readStream: async () => [{ ...first!, data: {} }] }
  await expect(ensureStoreIdentity(strange, deps)).rejects.toMatchObject({ code: 'Corrupt' })
})

test('a log names the vault that was bound to it last, and a second process that binds it gets a Conflict', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  const unbound = await findVaultBinding(store)
  expect(unbound).toEqual({ vaultId: undefined, revision: 0n })
  const bind = async (vaultId: string, after = findVaultBinding(store)) =>
    bindVault(store, { vaultId, after: await after }, { id: newId(), actor: ACTOR, occurredAt: AT })
  await bind(first)
  await expect(bind(second, Promise.resolve(unbound))).rejects.toMatchObject({ code: 'Conflict' })
  expect(await findVaultBinding(store)).toEqual({ vaultId: first, revision: 1n })
  await bind(second)
  expect(await findVaultBinding(store)).toEqual({ vaultId: second, revision: 2n })
})

testTable([
  ['Other', 1, /another kind/],
  ['VaultBound', 2, /update the program/],
])(
  'an identity that ends in an event that this program cannot read is refused',
  async (type, version, message) => {
    const { readStream } = store
    const last = { ...(await readStream(STORE_IDENTITY_STREAM))[0]!, type, version, data: {}, meta: META }
    await expect(findVaultBinding({ readStream: async () => [last] })).rejects.toThrow(message)
  },
)
