import { checkCommit, type Expected } from './commit-check.ts'
import { isSoftDeleted, type RecordToAppend, type StoredRecord, type StreamState } from './log.ts'
import type { ServerState } from './state.ts'
import { softDeletion, statisticsRecord, tombstone, undeletion } from './system-records.ts'

const STATISTICS_EVERY_USER_EVENTS = 40
/** A real server's default commit timeout. */
const COMMIT_TIMEOUT_MS = 2_000

export type StandInOutcome =
  /** Revision and position of the last event; a deleted stream has no position. */
  | { readonly kind: 'success'; readonly revision: bigint; readonly position: number | undefined }
  /** Revision of the stream's last event; -1 for an empty stream. */
  | { readonly kind: 'wrong-version'; readonly current: number }
  | { readonly kind: 'stream-deleted' }
  /** Not committed in time; it may be committed later. */
  | { readonly kind: 'timed-out' }

type Answer = (outcome: StandInOutcome) => void
export type Writer = ReturnType<typeof createWriter>

/** Checks an append, writes it at once, and answers when it is committed. */
export function createWriter(state: ServerState, now: () => bigint) {
  const { log } = state
  let userEvents = 0

  function write(records: readonly RecordToAppend[], answer: Answer): void {
    const { revision, position } = log.append(records, now())
    const forget = log.onCommitted(() => {
      forget()
      answer({ kind: 'success', revision, position })
    })
    userEvents += records.length
    if (userEvents < STATISTICS_EVERY_USER_EVENTS) return
    userEvents = 0
    log.append([statisticsRecord(state.port(), log.records.length)], now())
  }
  /** A repeated append, which a real server drops while the first is not committed, so that it times out. */
  function answerKnown(
    stream: StreamState,
    { index, revision, position }: StoredRecord,
    answer: Answer,
  ): void {
    if (index >= log.committed()) setTimeout(() => answer({ kind: 'timed-out' }), COMMIT_TIMEOUT_MS).unref()
    else answer({ kind: 'success', revision, position: isSoftDeleted(stream) ? undefined : position })
  }
  return {
    append: (name: string, expected: Expected, events: readonly RecordToAppend[], answer: Answer): void => {
      const stream = log.stream(name)
      const ids = events.map(({ id }) => id)
      const check = checkCommit(stream, expected, ids)
      if (check.decision === 'idempotent') answerKnown(stream, check.last, answer)
      else if (check.decision === 'stream-deleted') answer({ kind: 'stream-deleted' })
      else if (check.decision === 'wrong-version')
        answer({ kind: 'wrong-version', current: stream.records.length - 1 })
      else write([...(check.isUndelete ? [undeletion(name, stream.records.length)] : []), ...events], answer)
    },
    /** Of any stream, at whatever revision. */
    close: (name: string, how: 'soft' | 'tombstone', answer: Answer): void => {
      if (log.stream(name).isTombstoned) answer({ kind: 'stream-deleted' })
      else write([how === 'tombstone' ? tombstone(name) : softDeletion(name)], answer)
    },
  }
}
