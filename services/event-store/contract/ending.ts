import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { getEventListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import { idsOf, refusal, type ContractCase, type World } from './contract-fixture.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { awakeMsOf } from '../../../tests/support/awake-time.ts'

export const endingCases: readonly ContractCase[] = [
  { title: '[37] abort ends a waiting subscription within 200 ms, without an error', run: abortWaiting },
  {
    title: '[37b] abort ends a subscription in the middle of old events, and before it began',
    run: abortEarly,
  },
  {
    title: '[37c] 30 subscriptions that were aborted leave no listener, timer or socket',
    run: abortLeavesNothing,
  },
  { title: '[38] a loop that is broken out of leaves no listener, timer or socket', run: breakLeavesNothing },
  { title: '[38b] a subscription can be returned from while it waits', run: returnWhileWaiting },
  { title: '[39] dispose, twice, settles appends and ends subscriptions, within 3 s', run: disposeTwice },
  { title: '[39b] after dispose every call is Disposed, and other handles go on', run: disposedCalls },
]

const ABORT_MS = 200

async function abortWaiting({ store, listen, start }: World) {
  const [one, other] = [listen(store, start), listen(store, start, { filter: { types: ['Never'] } })]
  await one.until(() => one.count('caughtUp') === 1)
  await other.until(() => other.count('caughtUp') === 1)
  await nextTurn() // both wait now
  for (const heard of [one, other]) {
    expect(await awakeMsOf(heard.stop())).toBeLessThan(ABORT_MS)
    await heard.ended
    expect(getEventListeners(heard.signal, 'abort')).toEqual([])
  }
}

async function abortEarly({ store, stream, events, start }: World) {
  await store.append(stream(), 'noStream', events(500))
  const control = new AbortController()
  let count = 0
  for await (const _ of store.subscribe(start, { signal: control.signal })) {
    count += 1
    if (count === 10) control.abort()
  }
  expect(count).toBe(10)
  for await (const _ of store.subscribe(start, { signal: AbortSignal.abort() })) count += 1
  expect(count).toBe(10)
  expect(getEventListeners(control.signal, 'abort')).toEqual([])
}

/** Handles that keep the process alive, such as timers and sockets; some open and close by themselves. */
const resources = (): number => process.getActiveResourcesInfo().length
const SOME = 25
/** Sockets close after their subscription has ended. */
const fewMoreThan = (before: number) => eventually(() => expect(resources() - before).toBeLessThan(SOME))

async function abortLeavesNothing({ store, start, listen }: World) {
  await warmUp(store, start)
  const before = resources()
  const heard = Array.from({ length: 30 }, () => listen(store, start))
  for (const one of heard) await one.until(() => one.count('caughtUp') === 1)
  await Promise.all(heard.map((one) => one.stop()))
  expect(heard.flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
  await fewMoreThan(before)
}

async function breakLeavesNothing({ store, start, stream, events }: World) {
  await store.append(stream(), 'noStream', events(100))
  await warmUp(store, start)
  const before = resources()
  const { signal } = new AbortController()
  for (let round = 0; round < 30; round += 1) {
    for await (const message of store.subscribe(start, { signal })) {
      if (message.t === 'event' && round % 2 === 0) break
      if (message.t === 'caughtUp') break
    }
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await fewMoreThan(before)
}

/** Connections that a first subscription opens may stay open for the next ones. */
async function warmUp(store: EventStore, start: Position): Promise<void> {
  for await (const { t } of store.subscribe(start, { signal: AbortSignal.timeout(10_000) }))
    if (t === 'caughtUp') break
}

async function returnWhileWaiting({ store, start }: World) {
  const { signal } = new AbortController()
  const iterator = store.subscribe(await store.headPosition(), { signal })[Symbol.asyncIterator]()
  expect(await iterator.next()).toEqual({ done: false, value: { t: 'caughtUp', position: start } })
  const pending = iterator.next()
  await nextTurn()
  expect(await awakeMsOf(Promise.resolve(iterator.return?.()))).toBeLessThan(ABORT_MS)
  expect(await pending).toEqual({ done: true, value: undefined })
  expect(getEventListeners(signal, 'abort')).toEqual([])
}

const DISPOSE_MS = 3_000

async function disposeTwice({ store, open, stream, event, listen, start }: World) {
  const doomed = await open()
  const heard = [listen(doomed, start), listen(doomed, start, { filter: { types: ['Never'] } })]
  for (const one of heard) await one.until(() => one.count('caughtUp') === 1)
  const sent = Array.from({ length: 8 }, () => ({ name: stream(), event: event() }))
  const appends = sent.map((one) => doomed.append(one.name, 'noStream', [one.event]))
  const settled = Promise.allSettled(appends)
  expect(await awakeMsOf(Promise.all([doomed.dispose(), doomed.dispose()]))).toBeLessThan(DISPOSE_MS)
  expect(await awakeMsOf(doomed.dispose())).toBeLessThan(100)
  const outcomes = await settled
  for (const one of heard) await refusal(one.ended, 'Disposed')
  // Answered appends are stored; certainly refused ones are not.
  for (const [index, one] of sent.entries()) {
    const outcome = outcomes[index]
    const isThere = (await store.head(one.name)) === 0n
    if (outcome?.status === 'fulfilled') expect(isThere).toBe(true)
    else {
      expect(isStoreError(outcome?.reason)).toBe(true)
      if (isStoreError(outcome?.reason) && !outcome.reason.ambiguous) expect(isThere).toBe(false)
    }
    const again = await store.append(one.name, 'noStream', [one.event], { mayBeRetry: true })
    expect(again.replayed).toBe(isThere)
  }
}

async function disposedCalls({ store, open, stream, event, listen, start }: World) {
  const doomed = await open()
  const heard = listen(store, start)
  await doomed.dispose()
  const calls: readonly (() => Promise<unknown>)[] = [
    () => doomed.append(stream(), 'noStream', [event()]),
    () => doomed.readStream(stream()),
    () => doomed.readAll(start),
    () => doomed.head(stream()),
    () => doomed.headPosition(),
    () => doomed.inspect(start),
    () => listen(doomed, start).ended,
  ]
  for (const call of calls) await refusal(call(), 'Disposed')
  const unwatch = doomed.watch(() => {})
  unwatch()
  const sent = event()
  await store.append(stream(), 'noStream', [sent])
  await heard.until(() => heard.events.length === 1)
  expect(idsOf(heard.events)).toEqual([sent.id])
}
