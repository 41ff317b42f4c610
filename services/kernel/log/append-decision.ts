import type { Expected, Revision } from '@app/contracts/event-store.ts'

/** Ids are lower-case on both sides. */
export interface FoundStream {
  /** -1n for a stream without events. */
  readonly head: bigint
  /** Ids that are stored from expected+1 on, in order; no more than the append has events. */
  readonly idsAfterExpected: readonly string[]
}

export type AppendVerdict =
  | { readonly kind: 'write' }
  | { readonly kind: 'replayed'; readonly lastRevision: Revision }
  | { readonly kind: 'conflict'; readonly actual: Revision | 'noStream' }

export const revisionBefore = (expected: Expected): bigint => (expected === 'noStream' ? -1n : expected)

/** Same rules as EventStoreDB's CheckCommit: only ids are compared, and a prefix of the stored events is a retry. */
export function judgeAppend(found: FoundStream, expected: Expected, ids: readonly string[]): AppendVerdict {
  const before = revisionBefore(expected)
  if (before === found.head) return { kind: 'write' }
  // An append longer than the stored events is a conflict: its last ids match nothing.
  const isRetry = before < found.head && ids.every((id, index) => id === found.idsAfterExpected[index])
  if (isRetry) return { kind: 'replayed', lastRevision: before + BigInt(ids.length) }
  return { kind: 'conflict', actual: found.head === -1n ? 'noStream' : found.head }
}
