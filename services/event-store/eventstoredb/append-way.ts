import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { openBatchStream, type BatchStream, type StreamEnd } from './batch-stream.ts'
import type { Calls } from './calls.ts'
import type { Connection } from './client.ts'
import { eventStoreDbErrorOf } from './errors.ts'
import { appendPlainly } from './plain-append.ts'
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
  /** How many more may be sent now. Opens a stream if there is none. */
  room(): number
  send(append: SentAppend): void
  end(): void
}

/** More did not go faster; see the decision on appends over one batch stream. */
const BATCH_MAX = 400
/** A server takes about 100 calls a connection; more would queue there unseen. */
const PLAIN_MAX = 64
const PLAIN_MS = 30_000
const MISANSWERED_MAX = 2
const OPEN_MS_MAX = 3_000

/** One BatchAppend stream for all appends; a plain call for each where the server has none or answers it wrongly. */
export function createAppendWay(deps: AppendWayDeps): AppendWay {
  const { connection, calls } = deps
  let stream: BatchStream | undefined
  let isOpening = false
  let [plainUntilMs, plainUnderWay, misanswered] = [0, 0, 0]
  let ended = false

  async function open(): Promise<void> {
    isOpening = true
    const error = await tryToOpen().catch((failed: unknown) => eventStoreDbErrorOf(failed))
    isOpening = false
    if (error === undefined) deps.onRoom()
    else if (error.code === 'Unavailable') deps.onLost([], error)
    else goPlain() // which tells for each append what is wrong
  }

  async function tryToOpen(): Promise<StoreError | undefined> {
    const isListed = await withTimeout(connection.listsBatchAppend(), OPEN_MS_MAX, () => undefined)
    if (isListed === undefined) {
      connection.leaveNode()
      return new StoreError('Unavailable', 'the event store did not answer')
    }
    if (!isListed) return goPlain()
    const call = await connection.openBatchCall()
    const { onOutcome: onAnswer, onRoom } = deps
    stream = openBatchStream(call, { onAnswer, onRoom, onEnd })
    if (ended) stream.end()
    return undefined
  }

  function goPlain(): undefined {
    plainUntilMs = performance.now() + PLAIN_MS
    deps.onRoom()
  }

  function onEnd({ unanswered, error, isMisanswered, isSilent }: StreamEnd): void {
    stream = undefined
    if (isSilent) connection.leaveNode()
    misanswered = isMisanswered ? misanswered + 1 : 0
    if (misanswered >= MISANSWERED_MAX) plainUntilMs = performance.now() + PLAIN_MS
    deps.onLost(unanswered, error)
  }

  return {
    room: () => {
      if (stream !== undefined) return stream.hasRoom ? BATCH_MAX - stream.size : 0
      if (performance.now() < plainUntilMs) return PLAIN_MAX - plainUnderWay
      if (!isOpening && !ended) void open()
      return 0
    },
    send: (append) => {
      if (stream !== undefined) return stream.send(append)
      plainUnderWay += 1
      void appendPlainly(connection, calls, append).then((outcome) => {
        plainUnderWay -= 1
        deps.onOutcome(append, outcome)
      })
    },
    end: () => {
      ended = true
      stream?.end()
    },
  }
}
