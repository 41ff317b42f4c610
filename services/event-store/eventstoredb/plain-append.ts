import type { Calls } from './calls.ts'
import type { Connection } from './client.ts'
import { eventStoreDbErrorOf } from './errors.ts'
import { eventDataOf } from './events.ts'
import type { Outcome, SentAppend } from './sent-append.ts'

/** A call for each append: for servers that have no BatchAppend, or do not keep to it. */
export async function appendPlainly(
  { client, asked }: Connection,
  calls: Calls,
  { id, stream, expected, events, untilMs }: SentAppend,
): Promise<Outcome> {
  const deadline = Math.max(1, Math.ceil(untilMs - performance.now()))
  const expectedRevision = expected === 'noStream' ? ('no_stream' as const) : expected
  const options = { ...asked, expectedRevision, deadline }
  try {
    const { nextExpectedRevision: revision, position } = await calls.ask(
      { stream, expected, writes: true },
      deadline,
      () => client.appendToStream(stream, eventDataOf(events, id), options),
    )
    return { revision, ...(position === undefined ? {} : { position }) }
  } catch (error) {
    return { error: eventStoreDbErrorOf(error, { stream, expected, writes: true }) }
  }
}
