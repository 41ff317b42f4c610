import { StoreError, conflict, type EventStore } from '@app/contracts/event-store.ts'
import { expect, test, vi } from 'vitest'
import { createMemoryLog, openMemoryEventStore } from './testing/memory-store.ts'
import { ensureStoreIdentity } from './store-identity.ts'

const numbered = (prefix: string) => {
  let made = 0
  return { now: () => new Date('2026-03-02T12:00:00.000Z'), newId: () => uuid(prefix, (made += 1)) }
}
const uuid = (prefix: string, n: number) => `0190b5a0-7c1e-7d3a-8f00-${prefix.repeat(11)}${n}`
type StoreLike = Parameters<typeof ensureStoreIdentity>[0]

test('the loser of the race for the name takes the winner’s', async () => {
  const store = await openMemoryEventStore(createMemoryLog(), numbered('a'))
  const readStream = vi
    .fn<EventStore['readStream']>((stream) => store.readStream(stream))
    .mockResolvedValueOnce([])
  const append = vi.fn(async () => Promise.reject(conflict('store-identity', 'noStream', 0n)))
  expect(await ensureStoreIdentity({ append, readStream }, numbered('b'))).toBe(store.storeId)
})

test('other errors are thrown', async () => {
  const down = async () => Promise.reject(new StoreError('Unavailable', 'down'))
  const empty = async () => []
  await expect(ensureStoreIdentity({ append: down, readStream: empty }, numbered('a'))).rejects.toThrow(
    'down',
  )
  await expect(ensureStoreIdentity({ append: down, readStream: down }, numbered('a'))).rejects.toThrow('down')
})

test('a first event that names no store is Corrupt', async () => {
  const store = await openMemoryEventStore(createMemoryLog(), numbered('a'))
  const [first] = await store.readStream('store-identity')
  const strange: StoreLike = { ...store, readStream: async () => (first ? [{ ...first, data: {} }] : []) }
  await expect(ensureStoreIdentity(strange, numbered('b'))).rejects.toMatchObject({ code: 'Corrupt' })
})
