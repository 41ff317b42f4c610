import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { openBatchStream, type BatchStream, type OpenedBatch, type StreamEnd } from './batch-stream.ts'
import type { Calls } from '../grpc-calls.ts'
import type { Connection } from '../client.ts'
import { eventStoreDbErrorOf } from '../grpc-errors.ts'
import type { Outcome, PendingAppend } from './pending-append.ts'
import { eventDataOf } from '../events.ts'

/** A server takes about 100 calls a connection; more would queue there unseen. */
const CALLS_MAX = 64

interface SingleAppendDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly onOutcome: (append: PendingAppend, outcome: Outcome) => void
}

/** A call for each append: for servers that have no BatchAppend, or do not keep to it. */
function createSingleAppends(deps: SingleAppendDeps) {
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

export interface TransportDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly onOutcome: (append: PendingAppend, outcome: Outcome) => void
  /** The stream ended, or none could be opened. */
  readonly onLost: (unanswered: readonly PendingAppend[], error: StoreError) => void
  readonly onCapacity: () => void
}

export interface AppendTransport {
  /** The number of appends that may be sent now. Opens a stream if there is none. */
  capacity(): number
  send(append: PendingAppend): void
  end(): void
}

/** More appends at once were not faster. */
const BATCH_MAX = 400
const SINGLE_MS = 30_000
const PROTOCOL_FAULTS_MAX = 2
/** A healthy node lists its methods at once; one that does not is treated as frozen. */
const OPEN_MS_MAX = 1_000

/** One BatchAppend stream for all appends; a single call for each where the server has none or answers it wrongly. */
export function createAppendTransport(deps: TransportDeps): AppendTransport {
  const { onOutcome, onLost, onCapacity } = deps
  const single = createSingleAppends(deps)
  let stream: BatchStream | undefined
  let [singleUntilMs, protocolFaults] = [0, 0]
  let [isOpening, isEnded] = [false, false]

  async function open(): Promise<void> {
    isOpening = true
    const opened = await openBatch(deps.connection).catch((error: unknown) => eventStoreDbErrorOf(error))
    isOpening = false
    if (opened instanceof StoreError && opened.code === 'Unavailable') return onLost([], opened)
    // The single call reports other faults for each append.
    if (opened === undefined || opened instanceof StoreError) useSingleAppends()
    else stream = openBatchStream(opened, { onAnswer: onOutcome, onCapacity, onEnd })
    if (isEnded) stream?.end()
    onCapacity()
  }

  function useSingleAppends(): void {
    singleUntilMs = performance.now() + SINGLE_MS
  }

  function onEnd({ unanswered, error, isProtocolFault, isSilent }: StreamEnd): void {
    stream = undefined
    if (isSilent) deps.connection.abandonNode()
    protocolFaults = isProtocolFault ? protocolFaults + 1 : 0
    if (protocolFaults >= PROTOCOL_FAULTS_MAX) useSingleAppends()
    onLost(unanswered, error)
  }

  return {
    capacity: () => {
      if (stream?.isAbandoned() === true) {
        if (stream.size() > 0) return 0
        stream.end()
        stream = undefined
      }
      if (stream !== undefined) return stream.isWritable() ? BATCH_MAX - stream.size() : 0
      if (performance.now() < singleUntilMs) return single.capacity()
      if (!isOpening && !isEnded) void open()
      return 0
    },
    send: (append) => (stream ?? single).send(append),
    end: () => {
      isEnded = true
      stream?.end()
    },
  }
}

/** Undefined where the server has none. */
async function openBatch(connection: Connection): Promise<OpenedBatch | undefined> {
  const isListed = await withTimeout(connection.listsBatchAppend(), OPEN_MS_MAX, () => {
    connection.abandonNode()
    throw new StoreError('Unavailable', 'the event store did not answer')
  })
  return isListed ? connection.openBatch() : undefined
}
