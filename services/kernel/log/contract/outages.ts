import { headOf } from '../testing/head-of.ts'
import { isStoreError, type EventStore, type ReadAllOptions } from '@app/contracts/event-store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  appendUntilAvailable,
  LONG,
  idsOf,
  untilAvailable,
  refusal,
  type ContractCases,
  type World,
} from './contract-fixture.ts'
import { awakeMsOf } from '../../../../tests/support/awake-time.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

export const outageCases: ContractCases = {
  '[32b] a reader that follows survives restarts while others write, without loss or double [LOG-3]':
    restarts,
  '[33] an append that a crash left in doubt is there exactly once after its retry [LOG-2]': killed,
  '[34] opening a store that is down is Unavailable within 2 s': downAtStart,
  '[34b] calls on a store that is down fail within 2 s, and work again when it is up': downLater,
}

async function whileDown(world: World, work: () => Promise<void>): Promise<void> {
  await world.harness.stopServer()
  await work().finally(async () => world.harness.startServer())
}

const SENT_BETWEEN = 20

async function restarts(world: World) {
  const { harness, store, open, start } = world
  let isWritten = false
  let isOver = false
  const follow = async (reader: EventStore, options: ReadAllOptions) => {
    const seen: string[] = []
    for (let place = start, isLast = false; ; isLast = isOver) {
      const page = await untilAvailable(() => reader.readAll(place, options))
      seen.push(...idsOf(page.events))
      place = page.scannedTo
      if (isLast && page.isAtHead) return seen
      await delay(2)
    }
  }
  const following = [follow(await open(), {}), follow(store, { filter: { types: ['ProfileTapped'] } })]
  const sent: string[] = []
  const writing = (async () => {
    while (!isWritten) {
      const event = world.event()
      await appendUntilAvailable(world, store, event)
      sent.push(event.id)
      await delay(2)
    }
  })()
  const untilSentMore = async () => {
    const enough = sent.length + SENT_BETWEEN
    await eventually(() => expect(sent.length).toBeGreaterThanOrEqual(enough), { everyMs: 2 })
  }
  for (let round = 0; round < (LONG ? 10 : 2); round += 1) {
    await untilSentMore()
    await harness.restart()
  }
  await untilSentMore()
  isWritten = true
  await writing
  isOver = true
  for (const seen of await Promise.all(following)) expect(seen).toEqual(sent)
}

/** An append in doubt may be sent again until its deadline. */
const IN_DOUBT_MS = 1_500

async function killed(world: World) {
  const { harness, store, open, stream, events, random } = world
  const handles = [store, await open()]
  for (let round = 0; round < (LONG ? 30 : 4); round += 1) {
    const sent = Array.from({ length: 20 }, () => ({ name: stream(), events: events(1 + random.int(3)) }))
    const appending = sent.map((one, n) =>
      (handles[n % 2] ?? store).append(one.name, 'noStream', one.events, { timeoutMs: IN_DOUBT_MS }),
    )
    const settled = Promise.allSettled(appending)
    if (round % 2 === 1) await delay(random.int(4))
    await harness.stopServer()
    const outcomes = await settled
    await harness.startServer()
    for (const [index, one] of sent.entries()) {
      const outcome = outcomes[index]
      const isThere = (await untilAvailable(() => headOf(store, one.name))) !== 'noStream'
      if (outcome?.status === 'fulfilled') expect(isThere).toBe(true)
      else if (!isStoreError(outcome?.reason)) throw outcome?.reason
      else {
        expect(outcome.reason.retryable).toBe(true)
        if (!outcome.reason.ambiguous) expect(isThere).toBe(false)
      }
      await untilAvailable(() => (handles[index % 2] ?? store).append(one.name, 'noStream', one.events))
      expect(idsOf(await store.readStream(one.name))).toEqual(idsOf(one.events))
    }
  }
}

async function downAtStart(world: World) {
  await whileDown(world, async () => {
    const opening = refusal(world.open(), 'Unavailable')
    expect(await awakeMsOf(opening)).toBeLessThan(2_000)
    expect((await opening).retryable).toBe(true)
  })
  expect((await untilAvailable(world.open)).storeId).toBe(world.store.storeId)
}

async function downLater(world: World) {
  const { store, start, stream, event } = world
  await whileDown(world, async () => {
    const calls = [
      store.append(stream(), 'noStream', [event()]),
      store.readAll(start),
      headOf(store, stream()),
    ]
    const refusals = Promise.all(calls.map((call) => refusal(call, 'Unavailable')))
    expect(await awakeMsOf(refusals)).toBeLessThan(2_000)
    await refusals
  })
  await appendUntilAvailable(world, store)
  await untilAvailable(() => store.readAll(start))
}
