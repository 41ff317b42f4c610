import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { EventStore, JsonObject } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { createPool } from '@app/postgres/pool.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { countLostPeople } from './lost-people.ts'

const AT = '2026-11-22T12:00:00.000Z'
/** Small, so that events spread over many pages. */
const PAGE_EVENTS = 2

let sealed: EventStore
beforeEach(async () => {
  const options = { now: () => new Date(AT), newId, scannedEventsMax: PAGE_EVENTS }
  sealed = await openMemoryEventStore(createMemoryLog(), options)
})

async function append(type: string, keyRef?: string, data: JsonObject = {}): Promise<void> {
  const meta = { actor: { kind: 'system', id: 'test' }, occurredAt: AT, correlationId: 'test' } as const
  const event = {
    id: randomUUID(),
    type,
    version: 1,
    data,
    meta: { ...meta, causationId: null, ...(keyRef && { keyRef }) },
  }
  await sealed.append(`any-${randomUUID()}`, 'noStream', [event])
}
const erase = (subject: string) => append('SubjectErased', undefined, { subject })

async function ownVault(keysOf: readonly string[] = []) {
  const { url } = await createTestDatabase()
  await withConnection(url, (client) =>
    client.query(
      `insert into vault.subjects (subject, wrapped_key, created_at, epoch) select unnest($1::text[]), 'key', $2, 1`,
      [keysOf, AT],
    ),
  )
  const app = createPool(url, { role: 'svc_app', applicationName: 'test', max: 2 })
  onTestFinished(() => app.end())
  return { app, sealed }
}

const counting = (signal = new AbortController().signal) => ({ signal, onProgress: () => undefined })

test('the count includes each person once, and nobody without personal data', async () => {
  await append('AccountRegistered', 'account-1')
  await append('AccountRenamed', 'account-1')
  await append('ProfileCreated', 'profile-1')
  for (const visitor of [1, 2, 3]) await append('VisitorIdentified', `visitor-1.${visitor}`)
  await append('LinkClicked', 'visitor-1.3')
  await append('LinkClicked')
  const lost = await countLostPeople(await ownVault(), counting())
  expect(Object.fromEntries(lost!)).toEqual({ account: 1, profile: 1, visitor: 3 })
})

test('the count excludes erased people, unless they came back', async () => {
  for (const quotation of [1, 2]) await append('QuotationRequested', `quotation-${quotation}`)
  for (const visitor of [1, 2]) await append('VisitorIdentified', `visitor-1.${visitor}`)
  await erase('quotation-1')
  await erase('visitor-1.1')
  await append('VisitorIdentified', 'visitor-1.1')
  const lost = await countLostPeople(await ownVault(), counting())
  expect(Object.fromEntries(lost!)).toEqual({ quotation: 1, visitor: 2 })
})

test('the count excludes people whose key is in the vault', async () => {
  for (const account of [1, 2]) await append('AccountRegistered', `account-${account}`)
  const lost = await countLostPeople(await ownVault(['account-2']), counting())
  expect(Object.fromEntries(lost!)).toEqual({ account: 1 })
})

test('the count stops when it is interrupted, and leaves no table behind', async () => {
  const interrupt = new AbortController()
  for (const account of [1, 2, 3]) await append('AccountRegistered', `account-${account}`)
  let pages = 0
  const vault = await ownVault()
  const reading: Pick<EventStore, 'headPosition' | 'readAll'> = {
    ...sealed,
    readAll: (...args) => {
      pages += 1
      interrupt.abort()
      return sealed.readAll(...args)
    },
  }
  const stores = { ...vault, sealed: { ...sealed, ...reading } }
  expect(await countLostPeople(stores, counting(interrupt.signal))).toBeUndefined()
  expect(pages).toBe(1)
  await expect(vault.app.query('select from concerned')).rejects.toMatchObject({ code: '42P01' })
})
