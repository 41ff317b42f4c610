import { expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import type { Events } from '@app/kernel/commands.ts'
import { createDueHandler, type DueHandlerDeps } from './handle-due.ts'

test('a log that is away ends a page: its streams are not asked for one by one', async () => {
  const away = new StoreError('Unavailable', 'away')
  const store = { log: { headPosition: () => Promise.reject(away) } } as unknown as Events
  await expect(createDueHandler({ store } as DueHandlerDeps).openPage()).rejects.toBe(away)
})
