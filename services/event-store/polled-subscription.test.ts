import { StoreError, positionOf } from '@app/contracts/event-store.ts'
import { expect, test, vi } from 'vitest'
import { POLL_MS, take, unavailable, usePolledLog } from './testing/polled-log.ts'

const { world, subscribe } = usePolledLog()

test('events come in order, then caughtUp once, then live events without another', async () => {
  world.fake.grow(3)
  const messages = subscribe()
  expect(await take(messages, 4)).toEqual(['1', '2', '3', 'caughtUp 3'])
  const next = take(messages, 1)
  await vi.advanceTimersByTimeAsync(10)
  world.fake.grow(1)
  world.fake.announce()
  expect(await next).toEqual(['4'])
  const afterPoll = take(messages, 1)
  await vi.advanceTimersByTimeAsync(POLL_MS - 1)
  world.fake.grow(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await afterPoll).toEqual(['5'])
})

test('a slow consumer buffers one page: nothing is read ahead', async () => {
  world.fake.grow(2_500)
  const messages = subscribe()
  expect(world.fake.reads).toEqual([])
  await take(messages, 1_000)
  await vi.advanceTimersByTimeAsync(10 * POLL_MS)
  expect(world.fake.reads).toEqual([[0, 1_000]])
  expect((await take(messages, 1_501)).at(-1)).toBe('caughtUp 2500')
  expect(world.fake.reads).toEqual([0, 1_000, 2_000].map((after) => [after, 1_000]))
})

test('the high-water mark makes pages smaller, never larger', async () => {
  world.fake.grow(5)
  expect(await take(subscribe({ highWaterMark: 2 }), 6)).toEqual(['1', '2', '3', '4', '5', 'caughtUp 5'])
  await take(subscribe({ highWaterMark: 1_000_000 }), 1)
  await take(subscribe({ highWaterMark: 0 }), 1)
  expect(world.fake.reads.map(([, size]) => size)).toEqual([2, 2, 2, 1_000, 1])
})

test('skipped events yield a checkpoint, one a page, never where nothing was scanned', async () => {
  world.fake.grow(2_000, 'Skipped')
  world.fake.grow(1)
  world.fake.grow(1, 'Skipped')
  const messages = subscribe({ filter: { types: ['Seen'] } })
  const heard = await take(messages, 5)
  expect(heard).toEqual(['checkpoint 1000', 'checkpoint 2000', '2001', 'checkpoint 2002', 'caughtUp 2002'])
  const next = take(messages, 1)
  await vi.advanceTimersByTimeAsync(5 * POLL_MS)
  world.fake.grow(1, 'Skipped')
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(await next).toEqual(['checkpoint 2003'])
})

test('under constant writing it still catches up, at the first page that reaches the head', async () => {
  world.fake.grow(1_500)
  const messages = subscribe()
  const { readAll } = world.fake.source
  vi.spyOn(world.fake.source, 'readAll').mockImplementation(async (...asked) => {
    const page = await readAll(...asked)
    world.fake.grow(5)
    world.fake.announce()
    return page
  })
  const heard = await take(messages, 1_600)
  expect(heard.filter((one) => one.startsWith('caughtUp'))).toEqual(['caughtUp 1505'])
})

test('events that arrive during a read are read without waiting', async () => {
  world.fake.grow(1)
  const messages = subscribe()
  const { readAll } = world.fake.source
  vi.spyOn(world.fake.source, 'readAll').mockImplementationOnce(async (...asked) => {
    const page = await readAll(...asked)
    world.fake.grow(1)
    world.fake.announce()
    return page
  })
  expect(await take(messages, 3)).toEqual(['1', 'caughtUp 1', '2']) // no timer was moved
})

test('a temporary fault is reported as lost, then reading continues after a backoff', async () => {
  world.fake.grow(2)
  const messages = subscribe()
  expect(await take(messages, 3)).toEqual(['1', '2', 'caughtUp 2'])
  world.fake.broken.push(unavailable, () => Promise.reject(new Error('boom')), unavailable)
  world.fake.grow(1)
  const next = take(messages, 5)
  await vi.advanceTimersByTimeAsync(POLL_MS + 599)
  const readsBefore = world.fake.reads.length
  world.fake.announce() // an announcement does not cut the backoff short
  await vi.advanceTimersByTimeAsync(0)
  expect(world.fake.reads.length).toBe(readsBefore)
  await vi.advanceTimersByTimeAsync(1)
  expect(await next).toEqual([
    'lost Unavailable 1',
    'lost Unavailable 2',
    'lost Unavailable 3',
    '3',
    'caughtUp 3',
  ])
  world.fake.broken.push(unavailable)
  const later = take(messages, 1)
  await vi.advanceTimersByTimeAsync(POLL_MS)
  expect(await later).toEqual(['lost Unavailable 1'])
})

test.each(['Disposed', 'InvalidPosition', 'AccessDenied'] as const)(
  '%s is thrown: no waiting mends it',
  async (code) => {
    const messages = subscribe()
    world.fake.broken.push(() => Promise.reject(new StoreError(code, 'no')))
    await expect(messages.next()).rejects.toMatchObject({ code })
    expect(await take(messages, 1)).toEqual(['end'])
  },
)

test('all events before a corrupt one are delivered, then it is thrown', async () => {
  world.fake.grow(700)
  world.fake.grow(1, 'Wrong')
  world.fake.grow(5)
  const messages = subscribe()
  expect((await take(messages, 700)).at(-1)).toBe('700')
  await expect(messages.next()).rejects.toMatchObject({ code: 'Corrupt', facts: { position: 701n } })
  expect(world.fake.reads.length).toBeLessThan(25)
  expect(await take(subscribe({}, positionOf(701n)), 1)).toEqual(['702'])
})
