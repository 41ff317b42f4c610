import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { openBatchStream, type BatchStream, type OpenedBatch, type StreamEnd } from './batch-stream.ts'
import type { Calls } from '../grpc-calls.ts'
import type { Connection } from '../client.ts'
import { eventStoreDbErrorOf } from '../grpc-errors.ts'
import { createPlainAppends } from './plain-append.ts'
import type { Outcome, SentAppend } from './sent-append.ts'

export interface AppendWayDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly onOutcome: (append: SentAppend, outcome: Outcome) => void
  /** The stream ended, or none could be opened. */
  readonly onLost: (unanswered: readonly SentAppend[], error: StoreError) => void
  readonly onRoom: () => void
}

export interface AppendWay {
  /** The number of appends that may be sent now. Opens a stream if there is none. */
  room(): number
  send(append: SentAppend): void
  end(): void
}

/** More appends at once were not faster: decision 0078. */
const BATCH_MAX = 400
const PLAIN_MS = 30_000
const MISANSWERED_MAX = 2
/** A healthy node lists its methods at once; one that does not is treated as frozen. */
const OPEN_MS_MAX = 1_000

/** One BatchAppend stream for all appends; a plain call for each where the server has none or answers it wrongly. */
export function createAppendWay(deps: AppendWayDeps): AppendWay {
  const { onOutcome, onLost, onRoom } = deps
  const plain = createPlainAppends(deps)
  let stream: BatchStream | undefined
  let [plainUntilMs, misanswered] = [0, 0]
  let [isOpening, isOver] = [false, false]

  async function open(): Promise<void> {
    isOpening = true
    const opened = await openBatch(deps.connection).catch((error: unknown) => eventStoreDbErrorOf(error))
    isOpening = false
    if (opened instanceof StoreError && opened.code === 'Unavailable') return onLost([], opened)
    // The plain call reports other faults for each append.
    if (opened === undefined || opened instanceof StoreError) goPlain()
    else stream = openBatchStream(opened, { onAnswer: onOutcome, onRoom, onEnd })
    if (isOver) stream?.end()
    onRoom()
  }

  function goPlain(): void {
    plainUntilMs = performance.now() + PLAIN_MS
  }

  function onEnd({ unanswered, error, isMisanswered, isSilent }: StreamEnd): void {
    stream = undefined
    if (isSilent) deps.connection.leaveNode()
    misanswered = isMisanswered ? misanswered + 1 : 0
    if (misanswered >= MISANSWERED_MAX) goPlain()
    onLost(unanswered, error)
  }

  return {
    room: () => {
      if (stream?.isLeft() === true) {
        if (stream.size() > 0) return 0
        stream.end()
        stream = undefined
      }
      if (stream !== undefined) return stream.hasRoom() ? BATCH_MAX - stream.size() : 0
      if (performance.now() < plainUntilMs) return plain.room()
      if (!isOpening && !isOver) void open()
      return 0
    },
    send: (append) => (stream ?? plain).send(append),
    end: () => {
      isOver = true
      stream?.end()
    },
  }
}

/** Undefined where the server has none. */
async function openBatch(connection: Connection): Promise<OpenedBatch | undefined> {
  const isListed = await withTimeout(connection.listsBatchAppend(), OPEN_MS_MAX, () => {
    connection.leaveNode()
    throw new StoreError('Unavailable', 'the event store did not answer')
  })
  return isListed ? connection.openBatch() : undefined
}
