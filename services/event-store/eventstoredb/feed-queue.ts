import type { Position, StoreError } from '@app/contracts/event-store.ts'
import type { AllStreamSubscription, RecordedEvent } from '@eventstore/db-client'

export type FeedItem =
  | { readonly t: 'recorded'; readonly recorded: RecordedEvent }
  | { readonly t: 'checkpoint'; readonly position: Position }
  | { readonly t: 'caughtUp' }
  /** Always the last item. */
  | { readonly t: 'over'; readonly cause: StoreError }

export interface FeedQueue {
  fillFrom(subscription: AllStreamSubscription): void
  /** Queues an item that the client reports ahead of events in its buffer; it comes after those events. */
  mark(item: FeedItem): void
  end(item: FeedItem): void
  /** One waiter at a time. */
  take(): Promise<FeedItem>
}

/** @param highWaterMark items at which the subscription, and with it the server, is paused */
export function createFeedQueue(highWaterMark: number): FeedQueue {
  const items: FeedItem[] = []
  /** `after` is the number of events of the subscription that come before the mark. */
  const marks: { readonly after: number; readonly item: FeedItem }[] = []
  let source: AllStreamSubscription | undefined
  let received = 0
  let isEnded = false
  let onItem = (): void => undefined

  function push(item: FeedItem): void {
    items.push(item)
    if (items.length >= highWaterMark) source?.pause()
    onItem()
  }

  function receive(recorded: RecordedEvent | undefined): void {
    received += 1
    if (isEnded) return
    if (recorded !== undefined) push({ t: 'recorded', recorded })
    while (marks[0] !== undefined && marks[0].after <= received) push(marks.shift()!.item)
  }

  return {
    fillFrom: (subscription) => {
      source = subscription
      subscription.on('data', ({ event }) => receive(event as RecordedEvent | undefined))
    },
    mark: (item) => {
      if (isEnded) return
      const after = received + (source?.readableLength ?? 0)
      if (after === received) push(item)
      else marks.push({ after, item })
    },
    end: (item) => {
      if (isEnded) return
      isEnded = true
      push(item)
    },
    take: async () => {
      while (items.length === 0)
        await new Promise<void>((resolve) => {
          onItem = resolve
        })
      const item = items.shift()!
      if (items.length < highWaterMark / 2 && source?.isPaused() === true) source.resume()
      return item
    },
  }
}
