import { StoreError, type Filter, type Position } from '@app/contracts/event-store.ts'
import { eventTypeFilter, streamNameFilter, type Filter as ServerFilter } from '@eventstore/db-client'
import type { Connection } from './client.ts'
import { eventStoreDbErrorOf } from './errors.ts'
import { createFeedQueue, type FeedItem } from './feed-queue.ts'
import { isNowhere, logPositionOf, positionFrom, type LogPosition } from './log-position.ts'

export interface ServerFeed {
  take(): Promise<FeedItem>
  stop(): void
}

const CONFIRMED_MS_MAX = 5_000
/** A checkpoint about every 1,000 events that the server considers. */
const WINDOW = 32
const WINDOWS_A_CHECKPOINT = 32

export function openServerFeed(
  { client, asked }: Connection,
  after: Position,
  options: { readonly filter?: Filter | undefined; readonly highWaterMark: number },
): ServerFeed {
  const queue = createFeedQueue(options.highWaterMark)
  // A throw in this callback would end the process as an unhandled rejection.
  const onCheckpoint = (position: LogPosition): void => {
    try {
      if (!isNowhere(position)) queue.mark({ t: 'checkpoint', position: positionFrom(position) })
    } catch (error) {
      over(eventStoreDbErrorOf(error))
    }
  }
  const subscription = client.subscribeToAll({
    ...asked,
    fromPosition: logPositionOf(after),
    ...(options.filter === undefined ? {} : { filter: filterFor(options.filter, onCheckpoint) }),
  })
  const over = (cause: StoreError): void => {
    clearTimeout(unconfirmed)
    queue.end({ t: 'over', cause })
  }
  const unconfirmed = setTimeout(
    () => over(new StoreError('Timeout', 'the event store did not begin the subscription in time')),
    CONFIRMED_MS_MAX,
  )
  queue.fillFrom(subscription)
  subscription.on('confirmation', () => clearTimeout(unconfirmed))
  subscription.on('caughtUp', () => queue.mark({ t: 'caughtUp' }))
  subscription.on('error', (error) => over(eventStoreDbErrorOf(error)))
  // A server that shuts down may end the stream without an error.
  subscription.on('end', () => over(new StoreError('Unavailable', 'the event store ended the subscription')))
  return {
    take: queue.take,
    stop: () => {
      clearTimeout(unconfirmed)
      queue.end({ t: 'over', cause: new StoreError('Disposed', 'the subscription was stopped') })
      subscription.unsubscribe().catch(() => undefined)
      subscription.destroy()
    },
  }
}

/** The subscription filters once more, because the server's regular expressions are .NET's. */
function filterFor(filter: Filter, onCheckpoint: (position: LogPosition) => void): ServerFilter {
  const shared = {
    maxSearchWindow: WINDOW,
    checkpointInterval: WINDOWS_A_CHECKPOINT,
    checkpointReached: (_: unknown, position: LogPosition) => onCheckpoint(position),
  }
  if ('types' in filter) {
    const exact = filter.types.map((type) => type.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return eventTypeFilter({ ...shared, regex: `^(?:${exact.join('|')})$` })
  }
  // The server takes an empty list as no filter.
  if (filter.streamPrefixes.length === 0) return streamNameFilter({ ...shared, regex: '^$' })
  return streamNameFilter({ ...shared, prefixes: [...filter.streamPrefixes] })
}
