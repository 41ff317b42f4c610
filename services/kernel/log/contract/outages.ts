import { isStoreError, type EventStore, type ReadAllOptions } from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { awakeMsOf } from '../../../../tests/support/awake-time.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { headOf } from '../testing/head-of.ts'
import {
  appendUntilAvailable,
  idsOf,
  readOn,
  refusal,
  restart,
  untilAvailable,
  type ContractCases,
  type World,
} from './contract-fixture.ts'

export const outageCases: ContractCases = {
  '[32b] a reader that follows survives restarts while others write, without loss or double [LOG-3]':
    restarts,
  '[33] an append that a crash left in doubt is there exactly once after its retry [LOG-2]': killed,
  '[34] a store that is down is Unavailable within 2 s, for who opens it and for calls, until it is up': down,
  '[35] a server that never answers is a Timeout, in doubt, at timeoutMs': silentAppend,
  '[35b] on a silent server reads end, and go on when it answers': silentReads,
  '[35c] no more appends wait than may, and those beyond are refused without doubt': fullQueue,
  '[39c] dispose on a silent server is done within 3 s, and settles what waits': silentDispose,
}

export const endingCases: ContractCases = {
  '[39] dispose, twice, settles appends within 3 s; then every call is Disposed, and other handles go on':
    disposed,
}

const SENT_BETWEEN = 20
const RESTARTS = 10

async function restarts(world: World) {
  const { store, open, start } = world
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
  for (let round = 0; round < RESTARTS; round += 1) {
    await untilSentMore()
    await restart(world)
  }
  await untilSentMore()
  isWritten = true
  await writing
  isOver = true
  for (const seen of await Promise.all(following)) expect(seen).toEqual(sent)
}

function mustAgree(outcome: PromiseSettledResult<unknown>, isThere: boolean): void {
  if (outcome.status === 'fulfilled') expect(isThere).toBe(true)
  else if (!isStoreError(outcome.reason)) throw outcome.reason
  else if (!outcome.reason.ambiguous) expect(isThere).toBe(false)
}

/** An append in doubt may be sent again until its deadline. */
const IN_DOUBT_MS = 1_500
const KILLS = 30

async function killed({ harness, store, open, stream, events, int }: World) {
  const handles = [store, await open()]
  for (let round = 0; round < KILLS; round += 1) {
    const sent = Array.from({ length: 20 }, () => ({ name: stream(), events: events(1 + int(3)) }))
    const settled = Promise.allSettled(
      sent.map((one, n) =>
        handles[n % 2]!.append(one.name, 'noStream', one.events, { timeoutMs: IN_DOUBT_MS }),
      ),
    )
    if (round % 2 === 1) await delay(int(4))
    await harness.stopServer()
    const outcomes = await settled
    await harness.startServer()
    for (const [index, one] of sent.entries()) {
      const outcome = outcomes[index]!
      mustAgree(outcome, (await untilAvailable(() => headOf(store, one.name))) !== 'noStream')
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ retryable: true })
      await untilAvailable(() => handles[index % 2]!.append(one.name, 'noStream', one.events))
      expect(idsOf(await store.readStream(one.name))).toEqual(idsOf(one.events))
    }
  }
}

async function down(world: World) {
  const { harness, store, open, start, stream, event } = world
  await harness.stopServer()
  const calls = [
    open(),
    store.append(stream(), 'noStream', [event()]),
    store.readAll(start),
    headOf(store, stream()),
  ]
  const refusals = Promise.all(calls.map((call) => refusal(call, 'Unavailable')))
  expect(await awakeMsOf(refusals)).toBeLessThan(2_000)
  for (const error of await refusals) expect(error.retryable).toBe(true)
  await harness.startServer()
  expect((await untilAvailable(open)).storeId).toBe(store.storeId)
  await appendUntilAvailable(world, store)
  await untilAvailable(() => store.readAll(start))
}

async function whileSilent({ harness }: World, work: () => Promise<void>): Promise<void> {
  await harness.freezeServer()
  await work().finally(harness.thawServer)
}

async function silentAppend(world: World) {
  const { store, stream, event } = world
  const name = stream()
  const sent = event()
  await store.append(stream(), 'noStream', [event()])
  await whileSilent(world, async () => {
    const startedMs = performance.now()
    const appending = refusal(store.append(name, 'noStream', [sent], { timeoutMs: 400 }), 'Timeout')
    expect(await awakeMsOf(appending)).toBeLessThan(1_500)
    expect(await appending).toMatchObject({ retryable: true, ambiguous: true })
    expect(performance.now() - startedMs).toBeGreaterThan(350)
  })
  await untilAvailable(() => store.append(name, 'noStream', [sent]))
  expect(idsOf(await untilAvailable(() => store.readStream(name)))).toEqual([sent.id])
  await appendUntilAvailable(world, store)
}

const READ_MS = STORE_LIMITS.appendTimeoutMs + 3_000

async function silentReads(world: World) {
  const { store, open, start, stream, event } = world
  await whileSilent(world, async () => {
    const calls = [
      store.readAll(start),
      store.readStream(stream()),
      headOf(store, stream()),
      store.headPosition(),
      open(),
    ]
    const refusals = calls.map((call) => refusal(call, 'Timeout', 'Unavailable'))
    expect(await awakeMsOf(Promise.all(refusals))).toBeLessThan(READ_MS)
  })
  const sent = event()
  await appendUntilAvailable(world, store, sent)
  expect(idsOf((await untilAvailable(() => store.readAll(start))).events)).toEqual([sent.id])
}

async function fullQueue(world: World) {
  const { store, stream, event } = world
  const most = STORE_LIMITS.queuedAppendsMax
  // The connection is open: from now on the server is silent, not the network.
  await store.append(stream(), 'noStream', [event()])
  await whileSilent(world, async () => {
    const calls = Array.from({ length: 2 * most }, () =>
      store.append(stream(), 'noStream', [event()], { timeoutMs: 2_000 }),
    )
    const settled = Promise.allSettled(calls)
    const beyond = refusal(calls.at(-1)!, 'Unavailable')
    expect(await awakeMsOf(beyond)).toBeLessThan(1_900)
    expect(await beyond).toMatchObject({ retryable: true, ambiguous: false })
    const outcomes = await settled
    const codes = outcomes.map((one) =>
      one.status === 'rejected' && isStoreError(one.reason) ? one.reason.code : '?',
    )
    expect(new Set(codes)).toEqual(new Set(['Timeout', 'Unavailable']))
    expect(codes.filter((code) => code === 'Timeout').length).toBeGreaterThanOrEqual(most)
  })
  await appendUntilAvailable(world, store)
}

const DISPOSE_MS = 3_000

async function disposed({ store, open, stream, event, start }: World) {
  const doomed = await open()
  const sent = Array.from({ length: 8 }, () => ({ name: stream(), event: event() }))
  const settled = Promise.allSettled(sent.map((one) => doomed.append(one.name, 'noStream', [one.event])))
  expect(await awakeMsOf(Promise.all([doomed.dispose(), doomed.dispose()]))).toBeLessThan(DISPOSE_MS)
  expect(await awakeMsOf(doomed.dispose())).toBeLessThan(100)
  for (const [index, outcome] of (await settled).entries()) {
    const one = sent[index]!
    const isThere = (await headOf(store, one.name)) === 0n
    mustAgree(outcome, isThere)
    expect((await store.append(one.name, 'noStream', [one.event])).replayed).toBe(isThere)
  }
  for (const call of [
    doomed.append(stream(), 'noStream', [event()]),
    doomed.readStream(stream()),
    doomed.readAll(start),
    doomed.headPosition(),
  ])
    await refusal(call, 'Disposed')
  doomed.watch(() => {})()
  expect(new Set(idsOf(await readOn(store, start)))).toEqual(new Set(sent.map((one) => one.event.id)))
}

async function silentDispose(world: World) {
  const { open, stream, event, start } = world
  const doomed = await open()
  await doomed.append(stream(), 'noStream', [event()])
  await doomed.readAll(start)
  await whileSilent(world, async () => {
    const calls = [1, 2, 3].map(() => doomed.append(stream(), 'noStream', [event()]))
    const settled = Promise.allSettled([...calls, doomed.readAll(start)])
    await delay(50)
    expect(await awakeMsOf(Promise.all([doomed.dispose(), doomed.dispose()]))).toBeLessThan(DISPOSE_MS)
    expect(await awakeMsOf(settled)).toBeLessThan(DISPOSE_MS)
    for (const one of await settled) expect(one).toMatchObject({ status: 'rejected' })
    for (const call of calls) await refusal(call, 'Disposed', 'Timeout', 'Unavailable')
  })
}
