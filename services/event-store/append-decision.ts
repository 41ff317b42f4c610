import type { Expected, Revision } from '@app/contracts/event-store.ts'

/** What the store holds where the append wants to write. Ids are lower-case on both sides. */
export interface FoundStream {
  /** Revision of the last event; -1n where there is none. */
  readonly head: bigint
  readonly closed: boolean
  /** Ids stored at expected+1 and on, in order; no more are looked at than the append has events. */
  readonly idsAfterExpected: readonly string[]
}

export type AppendVerdict =
  | { readonly kind: 'write' }
  | { readonly kind: 'replayed'; readonly lastRevision: Revision }
  | { readonly kind: 'conflict'; readonly actual: Revision | 'noStream' }
  | { readonly kind: 'closed' }

/** Revision after which an append wants to write: -1n stands before a stream's first event. */
export const revisionBefore = (expected: Expected): bigint => (expected === 'noStream' ? -1n : expected)

/**
 * Decides an append as EventStoreDB's CheckCommit does, for `noStream` and a revision.
 * Only ids are compared, never payloads; a shorter prefix of what is stored is a retry too.
 */
export function judgeAppend(found: FoundStream, expected: Expected, ids: readonly string[]): AppendVerdict {
  if (found.closed) return { kind: 'closed' }
  const before = revisionBefore(expected)
  if (before === found.head) return { kind: 'write' }
  // Longer than stored is a conflict too: there idsAfterExpected has nothing to compare with.
  const isRetry = before < found.head && ids.every((id, index) => id === found.idsAfterExpected[index])
  if (isRetry) return { kind: 'replayed', lastRevision: before + BigInt(ids.length) }
  return { kind: 'conflict', actual: found.head === -1n ? 'noStream' : found.head }
}
