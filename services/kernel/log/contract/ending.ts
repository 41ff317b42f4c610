import { headOf } from '../testing/head-of.ts'
import { isStoreError } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, readOn, refusal, type ContractCases, type World } from './contract-fixture.ts'
import { awakeMsOf } from '../../../../tests/support/awake-time.ts'

export const endingCases: ContractCases = {
  '[39] dispose, twice, settles appends, within 3 s': disposeTwice,
  '[39b] after dispose every call is Disposed, and other handles go on': disposedCalls,
}

const DISPOSE_MS = 3_000

async function disposeTwice({ store, open, stream, event }: World) {
  const doomed = await open()
  const sent = Array.from({ length: 8 }, () => ({ name: stream(), event: event() }))
  const appends = sent.map((one) => doomed.append(one.name, 'noStream', [one.event]))
  const settled = Promise.allSettled(appends)
  expect(await awakeMsOf(Promise.all([doomed.dispose(), doomed.dispose()]))).toBeLessThan(DISPOSE_MS)
  expect(await awakeMsOf(doomed.dispose())).toBeLessThan(100)
  const outcomes = await settled
  // Answered appends are stored; certainly refused ones are not.
  for (const [index, one] of sent.entries()) {
    const outcome = outcomes[index]
    const isThere = (await headOf(store, one.name)) === 0n
    if (outcome?.status === 'fulfilled') expect(isThere).toBe(true)
    else {
      expect(isStoreError(outcome?.reason)).toBe(true)
      if (isStoreError(outcome?.reason) && !outcome.reason.ambiguous) expect(isThere).toBe(false)
    }
    const again = await store.append(one.name, 'noStream', [one.event])
    expect(again.replayed).toBe(isThere)
  }
}

async function disposedCalls({ store, open, stream, event, start }: World) {
  const doomed = await open()
  await doomed.dispose()
  const calls: readonly (() => Promise<unknown>)[] = [
    () => doomed.append(stream(), 'noStream', [event()]),
    () => doomed.readStream(stream()),
    () => doomed.readAll(start),
    () => headOf(doomed, stream()),
    () => doomed.headPosition(),
  ]
  for (const call of calls) await refusal(call(), 'Disposed')
  const unwatch = doomed.watch(() => {})
  unwatch()
  const sent = event()
  await store.append(stream(), 'noStream', [sent])
  expect(idsOf(await readOn(store, start))).toEqual([sent.id])
}
