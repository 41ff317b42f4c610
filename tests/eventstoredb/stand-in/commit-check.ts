import { isSoftDeleted, type StoredRecord, type StreamState } from './log.ts'

export type Expected = 'any' | 'no_stream' | bigint

export type CommitCheck =
  | { readonly decision: 'write'; readonly isUndelete: boolean }
  /** `last` is the record of the last id. */
  | { readonly decision: 'idempotent'; readonly last: StoredRecord }
  | { readonly decision: 'stream-deleted' }
  /** Also where the first ids equal the stored ones and a later one differs, although the version was right. */
  | { readonly decision: 'wrong-version' }

/**
 * A server's answer to an append, by its table of cases over all written records, committed or not. Compares only ids,
 * never payloads.
 */
export function checkCommit(stream: StreamState, expected: Expected, ids: readonly string[]): CommitCheck {
  if (stream.isTombstoned) return { decision: 'stream-deleted' }
  const write = { decision: 'write', isUndelete: isSoftDeleted(stream) } as const
  if (expected === 'any') return write
  const first = expected === 'no_stream' ? 0 : Number(expected) + 1
  if (first === stream.records.length) return write
  const stored = stream.records.slice(first, first + ids.length)
  if (stored.length > 0 && ids.every((id, index) => stored[index]?.id === id))
    return { decision: 'idempotent', last: stored.at(-1)! }
  return first === 0 && write.isUndelete && stored[0]?.id !== ids[0] ? write : { decision: 'wrong-version' }
}
