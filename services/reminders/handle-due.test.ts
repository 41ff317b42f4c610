import { expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import type { Due } from './due-page.ts'
import { createDueHandler, type DueHandlerDeps } from './handle-due.ts'

const PAGE: readonly Due[] = [
  { subscriptionId: 'ana', profileId: 'juan', cycle: 1, reminder: 'first', dueMs: 0 },
]

/** A page whose streams the store does not give together. */
function pageAfter(error: StoreError) {
  const store = { readStreams: () => Promise.reject(error) } as unknown as EventStore
  return { store, page: createDueHandler({ store } as DueHandlerDeps).readPage(PAGE) }
}

test('a log that is away ends a page: its streams are not asked for one by one', async () => {
  const away = new StoreError('Unavailable', 'away')
  await expect(pageAfter(away).page).rejects.toBe(away)
})

test('a stream that cannot be read leaves the others of its page, each read alone', async () => {
  const { store, page } = pageAfter(new StoreError('Corrupt', 'a key that cannot be opened'))
  expect((await page).subscriptions).toBe(store)
})
