import { StoreError, type Position } from '@app/contracts/event-store.ts'
import type { AllStreamSubscription } from '@eventstore/db-client'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFeedQueue, type FeedItem, type FeedQueue } from './feed-queue.ts'

/** A stream that buffers as the client's subscription does. */
function openSource(queue: FeedQueue): PassThrough {
  const source = new PassThrough({ objectMode: true, highWaterMark: 4 })
  queue.fillFrom(source as unknown as AllStreamSubscription)
  return source
}
const checkpoint = (position: bigint): FeedItem => ({ t: 'checkpoint', position: position as Position })
const over: FeedItem = { t: 'over', cause: new StoreError('Unavailable', 'gone') }
const write = (source: PassThrough, ...ids: readonly string[]) => {
  for (const id of ids) source.write({ event: { id } })
}
const textOf = (item: FeedItem): string =>
  item.t === 'recorded' ? item.recorded.id : item.t === 'checkpoint' ? `at ${item.position}` : item.t

async function taken(queue: FeedQueue, count: number): Promise<string[]> {
  const items: string[] = []
  for (let n = 0; n < count; n += 1) items.push(textOf(await queue.take()))
  return items
}

test('a mark stays behind the events that came before it, also those the stream still holds', async () => {
  const queue = createFeedQueue(2)
  const source = openSource(queue)
  write(source, 'a', 'b', 'c', 'd')
  await turn()
  // Two are in the queue, which is full; two lie in the stream.
  queue.mark(checkpoint(7n))
  write(source, 'e')
  queue.mark({ t: 'caughtUp' })
  expect(await taken(queue, 7)).toEqual(['a', 'b', 'c', 'd', 'at 7', 'e', 'caughtUp'])
})

test('a mark with nothing before it comes at once', async () => {
  const queue = createFeedQueue(10)
  openSource(queue)
  queue.mark({ t: 'caughtUp' })
  expect(await taken(queue, 1)).toEqual(['caughtUp'])
})

test('a full queue pauses the stream, and taking resumes it', async () => {
  const queue = createFeedQueue(10)
  const source = openSource(queue)
  for (let n = 0; n < 100; n += 1) write(source, String(n))
  await turn()
  expect(source.isPaused()).toBe(true)
  expect(await taken(queue, 100)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
  expect(source.isPaused()).toBe(false)
})

test('a waiting reader gets the end, and nothing comes after it', async () => {
  const queue = createFeedQueue(10)
  const source = openSource(queue)
  const waiting = queue.take()
  queue.end(over)
  queue.end(over)
  queue.mark({ t: 'caughtUp' })
  write(source, 'late')
  await turn()
  expect(await waiting).toBe(over)
  const more = await Promise.race([queue.take(), turn('nothing')])
  expect(more).toBe('nothing')
})
