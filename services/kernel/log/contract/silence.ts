import { headOf } from '../testing/head-of.ts'
import { STORE_LIMITS, isStoreError } from '@app/contracts/event-store.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  appendUntilAvailable,
  elapsedMs,
  idsOf,
  untilAvailable,
  refusal,
  type ContractCases,
  type World,
} from './contract-fixture.ts'
import { awakeMsOf } from '../../../../tests/support/awake-time.ts'

export const silenceCases: ContractCases = {
  '[35] a server that never answers is a Timeout, in doubt, at timeoutMs': silentAppend,
  '[35b] on a silent server reads end, and go on when it answers': silentReads,
  '[35c] no more appends wait than may, and those beyond are refused without doubt': fullQueue,
  '[39c] dispose on a silent server is done within 3 s, and settles what waits': silentDispose,
}

async function whileSilent(world: World, work: () => Promise<void>): Promise<void> {
  await world.harness.freezeServer()
  await work().finally(async () => world.harness.thawServer())
}

async function silentAppend(world: World) {
  const { store, stream, event } = world
  const name = stream()
  const sent = event()
  await store.append(stream(), 'noStream', [event()])
  await whileSilent(world, async () => {
    const appending = refusal(store.append(name, 'noStream', [sent], { timeoutMs: 400 }), 'Timeout')
    const [afterMs, awakeMs] = await Promise.all([elapsedMs(appending), awakeMsOf(appending)])
    expect(await appending).toMatchObject({ retryable: true, ambiguous: true })
    expect(afterMs).toBeGreaterThan(350)
    expect(awakeMs).toBeLessThan(1_500)
  })
  await untilAvailable(() => store.append(name, 'noStream', [sent]))
  expect(idsOf(await untilAvailable(() => store.readStream(name)))).toEqual([sent.id])
  await appendUntilAvailable(world, store)
}

const READ_MS = STORE_LIMITS.appendTimeoutMs + 3_000

async function silentReads(world: World) {
  const { store, start, stream, event } = world
  await whileSilent(world, async () => {
    const calls = [
      store.readAll(start),
      store.readStream(stream()),
      headOf(store, stream()),
      store.headPosition(),
    ]
    const refusals = [...calls, world.open()].map((call) => refusal(call, 'Timeout', 'Unavailable'))
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
    const beyond = refusal(calls.at(-1) ?? Promise.resolve(), 'Unavailable')
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

async function silentDispose(world: World) {
  const doomed = await world.open()
  await doomed.append(world.stream(), 'noStream', [world.event()])
  // Once it receives another handle's append, each of its connections is open.
  const told = new Promise<void>((resolve) => doomed.watch(() => resolve()))
  await world.store.append(world.stream(), 'noStream', [world.event()])
  await told
  await whileSilent(world, async () => {
    const calls = [1, 2, 3].map(() => doomed.append(world.stream(), 'noStream', [world.event()]))
    const reading = doomed.readAll(world.start)
    const settled = Promise.allSettled([...calls, reading])
    await delay(50)
    expect(await awakeMsOf(Promise.all([doomed.dispose(), doomed.dispose()]))).toBeLessThan(3_000)
    expect(await awakeMsOf(settled)).toBeLessThan(3_000)
    for (const one of await settled) expect(one).toMatchObject({ status: 'rejected' })
    for (const call of calls) await refusal(call, 'Disposed', 'Timeout', 'Unavailable')
  })
}
