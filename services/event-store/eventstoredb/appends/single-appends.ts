import type { Calls } from '../grpc-calls.ts'
import type { Connection } from '../client.ts'
import { eventStoreDbErrorOf } from '../grpc-errors.ts'
import { eventDataOf } from '../events.ts'
import type { Outcome, PendingAppend } from './pending-append.ts'

/** A server takes about 100 calls a connection; more would queue there unseen. */
const CALLS_MAX = 64

export interface SingleAppendDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly onOutcome: (append: PendingAppend, outcome: Outcome) => void
}

/** A call for each append: for servers that have no BatchAppend, or do not keep to it. */
export function createSingleAppends(deps: SingleAppendDeps) {
  let open = 0
  return {
    capacity: () => CALLS_MAX - open,
    send: (append: PendingAppend) => {
      open += 1
      void appendSingly(deps, append).then((outcome) => {
        open -= 1
        deps.onOutcome(append, outcome)
      })
    },
  }
}

async function appendSingly(
  { connection: { client, callOptions }, calls }: SingleAppendDeps,
  { id, stream, expected, events, untilMs }: PendingAppend,
): Promise<Outcome> {
  const deadline = Math.max(1, Math.ceil(untilMs - performance.now()))
  const expectedRevision = expected === 'noStream' ? ('no_stream' as const) : expected
  const options = { ...callOptions, expectedRevision, deadline }
  try {
    const { nextExpectedRevision: revision, position } = await calls.run(
      { stream, expected, writes: true },
      deadline,
      () => client.appendToStream(stream, eventDataOf(events, id), options),
    )
    return { revision, ...(position === undefined ? {} : { position }) }
  } catch (error) {
    return { error: eventStoreDbErrorOf(error, { stream, expected, writes: true }) }
  }
}
