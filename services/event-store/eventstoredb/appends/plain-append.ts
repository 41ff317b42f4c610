import type { Calls } from '../grpc-calls.ts'
import type { Connection } from '../client.ts'
import { eventStoreDbErrorOf } from '../grpc-errors.ts'
import { eventDataOf } from '../events.ts'
import type { Outcome, SentAppend } from './sent-append.ts'

/** A server takes about 100 calls a connection; more would queue there unseen. */
const UNDER_WAY_MAX = 64

export interface PlainAppendDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly onOutcome: (append: SentAppend, outcome: Outcome) => void
}

/** A call for each append: for servers that have no BatchAppend, or do not keep to it. */
export function createPlainAppends(deps: PlainAppendDeps) {
  let underWay = 0
  return {
    room: () => UNDER_WAY_MAX - underWay,
    send: (append: SentAppend) => {
      underWay += 1
      void appendPlainly(deps, append).then((outcome) => {
        underWay -= 1
        deps.onOutcome(append, outcome)
      })
    },
  }
}

async function appendPlainly(
  { connection: { client, asked }, calls }: PlainAppendDeps,
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
