import { StoreError, positionOf, type LogPage } from '@app/contracts/event-store.ts'
import { expect, test } from 'vitest'
import { createCalls } from '../grpc-calls.ts'
import type { FeedSink } from './shared-feed.ts'
import { scanLog } from './log-scan.ts'

/** A scan from position 10 on, whose feed the test drives by hand. */
function openScan({ scannedEventsMax = 1_024 } = {}): {
  readonly page: Promise<LogPage>
  readonly feed: FeedSink
} {
  let feed: FeedSink | undefined
  const page = scanLog(
    {
      calls: createCalls(),
      openFeed: (_after, _options, sink) => {
        feed = sink
        return { pause: () => undefined, resume: () => undefined, stop: () => undefined }
      },
      scannedEventsMax,
    },
    { after: positionOf(10n), limit: 100, filter: { types: ['Rare'] }, head: positionOf(1_000n) },
  )
  return { page, feed: feed! }
}

test('a checkpoint at the scan’s first position ends no page, however small its limit', async () => {
  const { page, feed } = openScan({ scannedEventsMax: 4 })
  feed.passed(positionOf(10n))
  feed.passed(positionOf(50n))
  expect(await page).toEqual({ events: [], scannedTo: 50n, isAtHead: false })
})

test('a feed that ends leaves its events as a page, and without any an error', async () => {
  const gone = new StoreError('Unavailable', 'the event store ended the subscription')
  const some = openScan({ scannedEventsMax: 100_000 })
  some.feed.passed(positionOf(50n))
  some.feed.over(gone)
  expect(await some.page).toEqual({ events: [], scannedTo: 50n, isAtHead: false })
  const none = openScan()
  none.feed.over(gone)
  await expect(none.page).rejects.toBe(gone)
})

test('a feed that has caught up has scanned up to the head known before it', async () => {
  const { page, feed } = openScan()
  feed.caughtUp()
  expect(await page).toEqual({ events: [], scannedTo: 1_000n, isAtHead: true })
})
