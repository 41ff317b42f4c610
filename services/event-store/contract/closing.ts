import type { EventStore } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, untilAvailable, readOn, refusal, type ContractCase, type World } from './contract-fixture.ts'

export const closingCases: readonly ContractCase[] = [
  { title: '[40] a closed stream refuses appends, and its history stays in the log', run: closedStream },
]

async function closedStream({ harness, store, open, stream, event, events, start }: World) {
  const other = await open()
  const name = stream()
  const sent = events(3)
  await store.append(name, 'noStream', sent)
  await harness.closeStream(name)
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
  await harness.restart()
  await refusals(await untilAvailable(open))
}
