import { headOf } from '../testing/head-of.ts'
import { isStoreError, type Expected } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { LONG, idsOf, readOn, refusal, type ContractCases, type World } from './contract-fixture.ts'

export const appendingCases: ContractCases = {
  '[01] an append to a new stream is stored whole, with revisions from 0': newStream,
  '[01b] events of one append keep their order, and the answer is the place of the last': several,
  '[03] noStream on a stream that exists, and a revision too low or too high, conflict and say what is there':
    wrongRevision,
  '[04] of 20 appends at the same place at once, exactly 1 wins and 19 conflict': oneWinner,
  '[04b] in a burst, the appends that conflict leave their neighbours alone': neighbours,
}

async function newStream({ store, stream, event }: World) {
  const name = stream()
  const sent = event({ version: 3, meta: { ...event().meta, keyRef: 'key-1', causationId: 'cause' } })
  const result = await store.append(name, 'noStream', [sent])
  expect(result).toMatchObject({ revision: 0n, replayed: false })
  const [stored, ...rest] = await store.readStream(name)
  expect(rest).toEqual([])
  const recordedAt = expect.any(Date) as Date
  expect(stored).toEqual({ ...sent, stream: name, revision: 0n, position: result.position, recordedAt })
  expect(await headOf(store, name)).toBe(0n)
}

async function several({ store, stream, event, start }: World) {
  const name = stream()
  const sent = [event({ type: 'First' }), event({ type: 'Second' }), event({ type: 'Third' })]
  const first = await store.append(name, 'noStream', sent)
  const second = await store.append(name, 2n, [event({ type: 'Fourth' }), event({ type: 'Fifth' })])
  const stored = await store.readStream(name)
  expect(stored.map(({ type }) => type)).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth'])
  expect(stored.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n])
  expect(first).toEqual({ revision: 2n, position: stored[2]?.position, replayed: false })
  expect(second).toEqual({ revision: 4n, position: stored[4]?.position, replayed: false })
  expect(await readOn(store, start)).toEqual(stored)
}

async function wrongRevision({ store, stream, event, events }: World) {
  const name = stream()
  const missing = await refusal(store.append(name, 0n, [event()]), 'Conflict')
  expect(missing.facts).toMatchObject({ expected: 0n, actual: 'noStream' })
  await store.append(name, 'noStream', events(3))
  for (const expected of ['noStream', 0n, 1n, 3n, 1_000n, 2n ** 62n] as const) {
    const error = await refusal(store.append(name, expected, [event()]), 'Conflict')
    expect(error).toMatchObject({ retryable: false, ambiguous: false })
    expect(error.facts).toMatchObject({ stream: name, expected, actual: 2n })
  }
  expect(await headOf(store, name)).toBe(2n)
}

async function oneWinner({ store, open, stream, event }: World) {
  const handles = [store, await open(), await open()]
  const name = stream()
  for (const [revision, expected] of (['noStream', 0n] satisfies Expected[]).entries()) {
    const rivals = Array.from({ length: 20 }, () => event())
    const outcomes = await Promise.allSettled(
      rivals.map(async (one, index) => handles[index % handles.length]?.append(name, expected, [one])),
    )
    const winners = rivals.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(errors.filter((error) => isStoreError(error, 'Conflict'))).toHaveLength(19)
    const actuals = new Set(errors.map((error) => isStoreError(error) && error.facts['actual']))
    expect(actuals).toEqual(new Set([BigInt(revision)]))
    expect(idsOf(await store.readStream(name, { from: BigInt(revision) }))).toEqual(idsOf(winners))
  }
}

async function neighbours({ store, open, stream, events, random, start }: World) {
  const handles = [store, await open()]
  const appends = Array.from({ length: LONG ? 200 : 15 }, (_, index) => ({
    stream: stream(),
    expected: index % 7 === 3 ? 0n : ('noStream' as const),
    sent: events(1 + random.int(4)),
    store: handles[random.int(2)] ?? store,
  }))
  const outcomes = await Promise.allSettled(
    appends.map((one) => one.store.append(one.stream, one.expected, one.sent)),
  )
  for (const [index, one] of appends.entries()) {
    const outcome = outcomes[index]
    if (one.expected === 0n)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'Conflict' } })
    else
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { revision: BigInt(one.sent.length - 1) } })
    const stored = await store.readStream(one.stream)
    expect(idsOf(stored)).toEqual(one.expected === 0n ? [] : idsOf(one.sent))
    if (outcome?.status === 'fulfilled') expect(stored.at(-1)?.position).toBe(outcome.value.position)
  }
  const written = appends.filter(({ expected }) => expected === 'noStream').flatMap(({ sent }) => sent)
  expect(new Set(idsOf(await readOn(store, start)))).toEqual(new Set(idsOf(written)))
}
