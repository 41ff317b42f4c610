import type { FieldChange, PastProfile } from '@app/contracts/api/history-calls.ts'
import { refusalFrom } from '../../app/refusal.ts'

export interface RestoreCalls {
  readonly restore: (
    version: number,
    etag: string,
  ) => Promise<{ readonly etag: string | null } | { readonly error: unknown }>
  /** From the server. */
  readonly read: (version: number) => Promise<{ readonly past: PastProfile } | { readonly error: unknown }>
}

/** The version against today's: as it was shown when the restore was asked for, and as it is now. */
export interface RestoreConflictState {
  readonly shown: PastProfile
  readonly now: PastProfile
}

export type RestoreOutcome =
  | { readonly status: 'restored'; readonly etag: string | null; readonly replaced: number }
  | { readonly status: 'conflict'; readonly conflict: RestoreConflictState }
  | { readonly status: 'failed'; readonly error: unknown }

const isSame = (some: readonly FieldChange[], others: readonly FieldChange[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others)

/**
 * A refused ETag is no conflict where the answer to the same restore was lost, or where nothing that a restore
 * would change is different from what was shown, as after a new picture: then it is sent once more.
 */
export async function restorePast(
  calls: RestoreCalls,
  shown: PastProfile,
  isSecond = false,
): Promise<RestoreOutcome> {
  const answer = await calls.restore(shown.version, shown.newest_etag)
  if ('etag' in answer) return { status: 'restored', etag: answer.etag, replaced: shown.newest_version }
  if (refusalFrom(answer.error)?.code !== 'conflict') return { status: 'failed', error: answer.error }
  const read = await calls.read(shown.version)
  if ('error' in read) return { status: 'failed', error: read.error }
  const now = read.past
  if (now.restores.length === 0) return { status: 'restored', etag: null, replaced: now.newest_version }
  if (!isSecond && isSame(now.restores, shown.restores)) return restorePast(calls, now, true)
  return { status: 'conflict', conflict: { shown, now } }
}
