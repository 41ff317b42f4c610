import { StoreError, positionOf, type LogPage } from '@app/contracts/event-store.ts'
import { expect, test } from 'vitest'
import { createCalls } from '../grpc-calls.ts'
import type { SubscriptionSink } from './server-subscription.ts'
import { scanLog } from './log-scan.ts'

/** A scan from position 10 on, whose subscription the test drives by hand. */
function openScan({ scannedEventsMax = 1_024 } = {}): {
  readonly page: Promise<LogPage>
  readonly subscription: SubscriptionSink
} {
  let subscription: SubscriptionSink | undefined
  const page = scanLog(
    {
      calls: createCalls(),
      openSubscription: (_after, _options, sink) => {
        subscription = sink
        return { pause: () => undefined, resume: () => undefined, stop: () => undefined }
      },
      scannedEventsMax,
    },
    { after: positionOf(10n), limit: 100, filter: { types: ['Rare'] }, head: positionOf(1_000n) },
  )
  return { page, subscription: subscription! }
}

test('a checkpoint at the scan’s first position ends no page, however small its limit', async () => {
  const { page, subscription } = openScan({ scannedEventsMax: 4 })
  subscription.passed(positionOf(10n))
  subscription.passed(positionOf(50n))
  expect(await page).toEqual({ events: [], scannedTo: 50n, isAtHead: false })
})

test('a subscription that ends leaves its events as a page, and without any an error', async () => {
  const gone = new StoreError('Unavailable', 'the event store ended the subscription')
  const some = openScan({ scannedEventsMax: 100_000 })
  some.subscription.passed(positionOf(50n))
  some.subscription.ended(gone)
  expect(await some.page).toEqual({ events: [], scannedTo: 50n, isAtHead: false })
  const none = openScan()
  none.subscription.ended(gone)
  await expect(none.page).rejects.toBe(gone)
})

test('a subscription that has caught up has scanned up to the head known before it', async () => {
  const { page, subscription } = openScan()
  subscription.caughtUp()
  expect(await page).toEqual({ events: [], scannedTo: 1_000n, isAtHead: true })
})

test('a checkpoint beyond the head known before it shows a scan up to that head only', async () => {
  const { page, subscription } = openScan()
  subscription.passed(positionOf(2_000n))
  expect(await page).toEqual({ events: [], scannedTo: 1_000n, isAtHead: true })
})
