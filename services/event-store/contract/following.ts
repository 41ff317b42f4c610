import type { StoredEvent } from '@app/contracts/event-store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import { type ContractCase, type World } from './contract-fixture.ts'

export const followingCases: readonly ContractCase[] = [
  { title: '[31b] with nothing to catch up with, caughtUp comes alone', run: nothingToCatchUp },
  { title: '[31c] an event appended elsewhere is heard soon, one by one', run: heardSoon },
  {
    title: '[31d] watch calls back after an append elsewhere, and no more once it is ended',
    run: watchFires,
  },
  { title: '[31e] watch names the types of what came, or none at all', run: watchNamesTypes },
  {
    title: '[36] a slow consumer gets all in order, and the queue before it stays small',
    run: slow,
    timeoutMs: 300_000,
    isOnlyInLane: true,
  },
]

async function nothingToCatchUp({ store, listen, stream, event }: World) {
  let { position } = await store.append(stream(), 'noStream', [event()])
  for (const filter of [undefined, { types: ['Later'] }]) {
    const before = position
    const heard = listen(store, before, filter === undefined ? {} : { filter })
    await heard.until(() => heard.count('caughtUp') === 1)
    for (const count of [1, 2]) {
      const later = await store.append(stream(), 'noStream', [event({ type: 'Later' })])
      await heard.until(() => heard.events.length === count)
      position = later.position
    }
    expect(heard.messages.slice(0, 2)).toMatchObject([{ t: 'caughtUp', position: before }, { t: 'event' }])
    expect(heard.count('caughtUp')).toBe(1)
  }
}

async function heardSoon({ store, open, listen, stream, event, start }: World) {
  const heard = listen(await open(), start)
  await heard.until(() => heard.count('caughtUp') === 1)
  for (let count = 1; count <= 10; count += 1) {
    await store.append(stream(), 'noStream', [event()])
    await heard.until(() => heard.events.length === count)
  }
}

async function watchFires({ store, open, stream, event }: World) {
  const other = await open()
  let calls = 0
  let callsOfEnded = 0
  let callsOfLast = 0
  const counting = () => (calls += 1)
  const end = other.watch(counting)
  // The same callback once more: to end one of the two leaves the other.
  other.watch(counting)()
  const endAtOnce = other.watch(() => (callsOfEnded += 1))
  other.watch(() => (callsOfLast += 1))
  endAtOnce()
  // A hint may be lost, so one of many must come.
  for (let append = 0; append < 200 && calls === 0; append += 1) {
    await store.append(stream(), 'noStream', [event()])
    await delay(50)
  }
  expect(calls).toBeGreaterThan(0)
  end()
  end()
  const callsBefore = calls
  callsOfLast = 0
  for (let append = 0; append < 200 && callsOfLast < 5; append += 1) {
    await store.append(stream(), 'noStream', [event()])
    await delay(20)
  }
  expect(callsOfLast).toBeGreaterThanOrEqual(5)
  expect([calls, callsOfEnded]).toEqual([callsBefore, 0])
}

async function watchNamesTypes({ store, open, stream, event }: World) {
  for (const handle of [store, await open()]) {
    const announced: (ReadonlySet<string> | undefined)[] = []
    const end = handle.watch((types) => announced.push(types))
    // Once, without types, it announces what it may have missed before it listened: one round may end by that.
    for (const type of ['First', 'Second']) {
      announced.length = 0
      for (let append = 0; append < 100 && announced.length === 0; append += 1) {
        await store.append(stream(), 'noStream', [event({ type })])
        await delay(20)
      }
      expect(announced.length).toBeGreaterThan(0)
      expect(announced.some((types) => types === undefined || types.has(type))).toBe(true)
    }
    end()
  }
}

const SLOW_EVENTS = 50_000
const GROWTH_BYTES_MAX = 100 * 1024 * 1024
const LOOK_EVERY = 5_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Memory that is really in use: uncollected garbage says nothing of a queue. */
function heldBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function slow({ store, stream, events, start }: World) {
  const name = stream()
  const text = 'x'.repeat(2_000)
  for (let done = 0; done < SLOW_EVENTS; done += 400) {
    const some = events(400, { data: { text } })
    await store.append(name, done === 0 ? 'noStream' : BigInt(done - 1), some)
  }
  const heldBefore = heldBytes()
  let heldMost = 0
  let count = 0
  let last: StoredEvent | undefined
  for await (const message of store.subscribe(start, { signal: AbortSignal.timeout(290_000) })) {
    if (message.t !== 'event') continue
    const { revision, position } = message.event
    if (revision !== BigInt(count) || position <= (last?.position ?? start)) break
    last = message.event
    count += 1
    // So slow that a store which reads ahead without limit would have read it all.
    if (count % 100 === 0) await delay(count < 2_000 ? 20 : 1)
    if (count % LOOK_EVERY === 0) heldMost = Math.max(heldMost, heldBytes())
    if (count === SLOW_EVENTS) break
  }
  expect(count).toBe(SLOW_EVENTS)
  expect(heldMost - heldBefore).toBeLessThan(GROWTH_BYTES_MAX)
}
