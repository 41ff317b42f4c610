import { afterAll } from 'vitest'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { changedTables, openChangedTables } from './changed-tables.ts'
import { sealedLogOf } from './sealed-log.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

changedTables('a log in memory', async () => {
  const { url } = await createTestDatabase()
  const now = () => new Date('2026-11-23T12:00:00.000Z')
  const sealed = sealedLogOf(await openMemoryEventStore(createMemoryLog(), { now, newId }), url)
  closing.push(() => sealed.pool.end())
  return openChangedTables(sealed, url)
})
