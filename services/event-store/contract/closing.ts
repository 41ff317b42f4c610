import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, untilAvailable, readOn, refusal, type ContractCase, type World } from './contract-fixture.ts'

export const closingCases: readonly ContractCase[] = [
  { title: '[40] a closed stream refuses appends, and its history stays in the log', run: closedStream },
  { title: '[40b] close minds the revision, and cannot be done twice', run: closeMindsRevision },
  { title: '[40c] of close and append at the same place at once, exactly one wins', run: closeOrAppend },
]

async function closedStream({ harness, store, open, stream, event, events, listen, start }: World) {
  const other = await open()
  const name = stream()
  const sent = events(3)
  await store.append(name, 'noStream', sent)
  await store.close(name, 2n)
  const refusals = async (handle: EventStore) => {
    const error = await refusal(handle.append(name, 2n, [event()]), 'StreamClosed')
    expect(error).toMatchObject({ retryable: false, ambiguous: false })
    await refusal(handle.append(name, 'noStream', [event()]), 'StreamClosed')
    // The table checks first whether it is closed: a retry is refused as well.
    await refusal(handle.append(name, 'noStream', sent), 'StreamClosed')
    await refusal(handle.readStream(name), 'StreamClosed')
    expect(await handle.head(name)).toBe('closed')
    expect(idsOf(await readOn(handle, start))).toEqual(idsOf(sent))
  }
  for (const handle of [store, other]) await refusals(handle)
  const heard = listen(store, start)
  await heard.until(() => heard.count('caughtUp') === 1)
  expect(idsOf(heard.events)).toEqual(idsOf(sent))
  await harness.restart()
  await refusals(await untilAvailable(open))
}

async function closeMindsRevision({ store, stream, event, events }: World) {
  const name = stream()
  const missing = await refusal(store.close(name, 0n), 'Conflict')
  expect(missing.facts).toMatchObject({ stream: name, expected: 0n, actual: 'noStream' })
  await store.append(name, 'noStream', events(3))
  for (const expected of [0n, 1n, 3n]) {
    const error = await refusal(store.close(name, expected), 'Conflict')
    expect(error.facts).toMatchObject({ expected, actual: 2n })
  }
  await store.append(name, 2n, [event()])
  await store.close(name, 3n)
  await refusal(store.close(name, 3n), 'StreamClosed')
}

async function closeOrAppend({ store, open, stream, event }: World) {
  const other = await open()
  for (let round = 0; round < 20; round += 1) {
    const name = stream()
    await store.append(name, 'noStream', [event()])
    const closing = () => (round % 2 === 0 ? store : other).close(name, 0n)
    const appending = () => store.append(name, 0n, [event()])
    const order = round % 4 < 2 ? [closing, appending] : [appending, closing]
    const outcomes = await Promise.allSettled(order.map((call) => call()))
    const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(errors).toHaveLength(1)
    const isClosed = (await store.head(name)) === 'closed'
    expect(isStoreError(errors[0], isClosed ? 'StreamClosed' : 'Conflict')).toBe(true)
  }
}
