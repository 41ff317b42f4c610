import { expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { createDueHandler, type DueHandlerDeps } from './handle-due.ts'

test('a log that is away ends a page: its streams are not asked for one by one', async () => {
  const away = new StoreError('Unavailable', 'away')
  const store = { headPosition: () => Promise.reject(away) } as unknown as EventStore
  await expect(createDueHandler({ store } as DueHandlerDeps).openPage()).rejects.toBe(away)
})
