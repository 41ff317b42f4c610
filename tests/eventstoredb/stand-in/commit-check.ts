import type { Log } from './log.ts'
import { SOFT_DELETED, type StreamState } from './stream-index.ts'

export type Expected = 'any' | 'stream_exists' | 'no_stream' | bigint

export type CommitCheck =
  | { readonly decision: 'write'; readonly isUndelete: boolean }
  /** `last` is the number of the last id's record. */
  | { readonly decision: 'idempotent'; readonly last: number }
  | { readonly decision: 'stream-deleted' }
  | { readonly decision: 'wrong-version' }
  /** The first ids equal the stored ones, and a later one differs. */
  | { readonly decision: 'corrupted' }

/** The record of an id in one stream. */
export interface RememberedRecord {
  readonly stream: string
  readonly record: number
}

export type FindById = (id: string) => RememberedRecord | undefined

const WRONG_VERSION = { decision: 'wrong-version' } as const
const CORRUPTED = { decision: 'corrupted' } as const

/**
 * A server's answer to an append, by its table of cases over all written records, committed or not. Compares only ids,
 * never payloads.
 */
export function checkCommit(
  log: Log,
  stream: StreamState,
  expected: Expected,
  ids: readonly string[],
  remembered: FindById,
): CommitCheck {
  if (stream.isTombstoned) return { decision: 'stream-deleted' }
  if (expected === 'stream_exists') {
    if (isSoftDeleted(stream)) return { decision: 'stream-deleted' }
    if (stream.records.length === 0 && log.stream(`$$${stream.name}`).records.length === 0)
      return WRONG_VERSION
  }
  if (expected === 'any' || expected === 'stream_exists') return checkRemembered(stream, ids, remembered)
  return checkRevision(log, stream, expected === 'no_stream' ? -1 : Number(expected), ids)
}

export const isSoftDeleted = (stream: StreamState): boolean => stream.truncateBefore >= SOFT_DELETED

function checkRemembered(stream: StreamState, ids: readonly string[], remembered: FindById): CommitCheck {
  let last: RememberedRecord | undefined
  for (const [index, id] of ids.entries()) {
    last = remembered(id)
    if (last?.stream === stream.name) continue
    return index === 0 ? { decision: 'write', isUndelete: isSoftDeleted(stream) } : CORRUPTED
  }
  return last === undefined
    ? { decision: 'write', isUndelete: isSoftDeleted(stream) }
    : { decision: 'idempotent', last: last.record }
}

function checkRevision(log: Log, stream: StreamState, expected: number, ids: readonly string[]): CommitCheck {
  const current = stream.records.length - 1
  if (expected > current) return WRONG_VERSION
  if (expected === current) return { decision: 'write', isUndelete: isSoftDeleted(stream) }
  let last: number | undefined
  for (const [index, id] of ids.entries()) {
    const stored = stream.records[expected + 1 + index]
    if (stored !== undefined && log.idOf(stored) === id) {
      last = stored
      continue
    }
    if (index > 0) return CORRUPTED
    return expected === -1 && isSoftDeleted(stream) ? { decision: 'write', isUndelete: true } : WRONG_VERSION
  }
  return last === undefined ? WRONG_VERSION : { decision: 'idempotent', last }
}
