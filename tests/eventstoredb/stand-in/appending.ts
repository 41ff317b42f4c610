import { checkCommit, isSoftDeleted, type CommitCheck, type Expected } from './commit-check.ts'
import { COMMIT_TIMEOUT_MS } from './commits.ts'
import type { RecordToAppend } from './log.ts'
import type { ServerState } from './state.ts'
import type { StreamState } from './stream-index.ts'
import { emptyEvent, softDeletion, statisticsRecord, tombstone, undeletion } from './system-records.ts'
import type { ProposedEvent } from './wire-event.ts'

export const APPEND_BYTES_MAX = 1024 * 1024
const STATISTICS_EVERY_USER_EVENTS = 40

export type StandInOutcome =
  /** Revision and position of the last event; a deleted stream has no position. */
  | { readonly kind: 'success'; readonly revision: number; readonly position: number | undefined }
  /** Revision of the stream's last event; -1 for an empty stream. */
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'corrupted' }
  | { readonly kind: 'stream-deleted' }
  /** Not committed in time; it may be committed later. */
  | { readonly kind: 'timed-out' }

/** Bytes that count against the limit of an append. A real server leaves out type and metadata. */
export const sizeOnDisk = ({ data }: ProposedEvent): number => data.length

export const isTooLarge = (state: ServerState, bytes: number): boolean =>
  bytes > APPEND_BYTES_MAX && state.traps.has('append-size-limit')

type Answer = (outcome: StandInOutcome) => void

export interface Writer {
  readonly append: (
    stream: string,
    expected: Expected,
    events: readonly ProposedEvent[],
    answer: Answer,
  ) => void
  readonly close: (stream: string, expected: Expected, how: 'soft' | 'tombstone', answer: Answer) => void
}

/** Checks an append, writes it at once, and answers when it is committed. */
export function createWriter(state: ServerState, now: () => bigint): Writer {
  const { log, commits } = state

  const write = (records: readonly RecordToAppend[], answer: Answer): void => {
    const first = log.append(records, now())
    const last = first + records.length - 1
    const [revision, position] = [log.records.revision(last), log.records.position(last)]
    const end = log.endOf(last)
    noteWritten(state, records, first, now)
    commits.written()
    commits.wait(end, (isCommitted) =>
      answer(isCommitted ? { kind: 'success', revision, position } : { kind: 'timed-out' }),
    )
  }
  const checked = (stream: StreamState, expected: Expected, ids: readonly string[], answer: Answer) => {
    const remembered = state.traps.has('forgetful-ids') ? state.idCache.find : state.idsEver
    const check = checkCommit(log, stream, expected, ids, remembered)
    if (check.decision === 'write') return check
    if (check.decision === 'idempotent') answerKnown(state, stream, check.last, answer)
    else answer(refusalOf(state, stream, check))
    return undefined
  }
  return {
    append: (name, expected, events, answer) => {
      const stream = log.stream(name)
      const ids = events.map(({ id }) => id)
      const check = checked(stream, expected, ids, answer)
      if (check === undefined) return
      const back = check.isUndelete ? [undeletion(name, stream.records.length)] : []
      const own = (events.length === 0 ? [emptyEvent()] : events).map((event) => ({ ...event, stream: name }))
      write([...back, ...own], answer)
    },
    close: (name, expected, how, answer) => {
      const stream = log.stream(name)
      const record = how === 'tombstone' ? tombstone(name) : softDeletion(name)
      const check = checked(stream, expected, [record.id], answer)
      if (check !== undefined) write([record], answer)
    },
  }
}

/** Indexes written records, and adds the server's own records in between. */
function noteWritten(
  state: ServerState,
  records: readonly RecordToAppend[],
  first: number,
  now: () => bigint,
): void {
  const { log } = state
  for (const [index, { id, stream }] of records.entries()) {
    state.idCache.remember(id, stream, first + index)
    if (!log.records.isSystem(first + index)) state.userEventsSinceStatistics++
  }
  if (state.userEventsSinceStatistics < STATISTICS_EVERY_USER_EVENTS) return
  state.userEventsSinceStatistics = 0
  log.append([statisticsRecord(state.port(), log.records.count())], now())
}

/** Answers a repeated append. A real server drops it while the first is not committed, so it times out. */
function answerKnown(state: ServerState, stream: StreamState, last: number, answer: Answer): void {
  const { log, commits, traps } = state
  const position = isSoftDeleted(stream) ? undefined : log.records.position(last)
  const known = { kind: 'success', revision: log.records.revision(last), position } as const
  if (last >= log.committed() && traps.has('duplicate-in-flight-dropped'))
    setTimeout(() => answer({ kind: 'timed-out' }), COMMIT_TIMEOUT_MS).unref()
  else commits.wait(log.endOf(last), (isCommitted) => answer(isCommitted ? known : { kind: 'timed-out' }))
}

function refusalOf(
  state: ServerState,
  stream: StreamState,
  check: Exclude<CommitCheck, { decision: 'write' | 'idempotent' }>,
): StandInOutcome {
  const wrongVersion = { kind: 'wrong-version', current: stream.records.length - 1 } as const
  switch (check.decision) {
    case 'stream-deleted':
      return { kind: 'stream-deleted' }
    case 'wrong-version':
      return wrongVersion
    case 'corrupted':
      return state.traps.has('corrupted-idempotency') ? wrongVersion : { kind: 'corrupted' }
  }
}
