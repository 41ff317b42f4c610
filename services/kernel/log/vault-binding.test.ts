import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { STORE_IDENTITY_STREAM } from '@app/contracts/record/events.ts'
import { newId } from './ids.ts'
import { createMemoryLog, openMemoryEventStore } from './testing/memory-store.ts'
import { bindVault, findVaultBinding } from './vault-binding.ts'

const AT = '2026-11-22T12:00:00.000Z'
const ACTOR = { kind: 'system', id: 'test' } as const
const [FIRST, SECOND] = [randomUUID(), randomUUID()]

let log: EventStore
beforeEach(async () => {
  log = await openMemoryEventStore(createMemoryLog(), { now: () => new Date(AT), newId })
})

async function bind(vaultId: string, after = findVaultBinding(log)): Promise<void> {
  await bindVault(log, { vaultId, after: await after }, { id: newId(), actor: ACTOR, occurredAt: AT })
}

test('a new log names no vault', async () => {
  expect(await findVaultBinding(log)).toEqual({ vaultId: undefined, revision: 0n })
})

test('of several vaults the last one counts', async () => {
  await bind(FIRST)
  expect(await findVaultBinding(log)).toEqual({ vaultId: FIRST, revision: 1n })
  await bind(SECOND)
  expect(await findVaultBinding(log)).toEqual({ vaultId: SECOND, revision: 2n })
})

test('a second process that binds the log gets a Conflict', async () => {
  const unbound = findVaultBinding(log)
  await unbound
  await bind(FIRST)
  await expect(bind(SECOND, unbound)).rejects.toMatchObject({ code: 'Conflict' })
  expect(await findVaultBinding(log)).toMatchObject({ vaultId: FIRST })
})

test('an identity that ends in another event is Corrupt', async () => {
  const meta = { actor: ACTOR, occurredAt: AT, correlationId: 'x', causationId: null }
  await log.append(STORE_IDENTITY_STREAM, 0n, [{ id: newId(), type: 'Other', version: 1, data: {}, meta }])
  await expect(findVaultBinding(log)).rejects.toMatchObject({ code: 'Corrupt' })
})

test('a binding of a newer program is refused', async () => {
  const meta = { actor: ACTOR, occurredAt: AT, correlationId: 'x', causationId: null }
  const newer = { id: newId(), type: 'VaultBound', version: 2, data: {}, meta }
  await log.append(STORE_IDENTITY_STREAM, 0n, [newer])
  await expect(findVaultBinding(log)).rejects.toThrow(/update the program/)
})
