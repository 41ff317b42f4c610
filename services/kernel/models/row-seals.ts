import { createHmac } from 'node:crypto'
import type { JsonValue } from '@app/contracts/event-store.ts'
import type { KeyedNames } from '../keys/keyed-ids.ts'
import { decryptText, encryptText, type RandomBytes } from '../keys/sealing.ts'
import type { KeysAndBlocked, SubjectKeys } from '../keys/subject-keys.ts'

/** The person, and table and column, of an encrypted text: it opens nowhere else. */
interface SealedPlace {
  readonly subject: string
  readonly column: string
}

const rowPlaceOf = ({ subject, column }: SealedPlace) =>
  ({ kind: 'row key mark', place: `row:${column}/${subject}` }) as const

const NOBODY: KeysAndBlocked = { keys: new Map(), blocked: new Set() }

export type RowSeals = ReturnType<typeof createRowSeals>
export type RowSealer = Awaited<ReturnType<RowSeals['of']>>

export const createRowSeals = (
  keys: Pick<SubjectKeys, 'withBlocked'>,
  names: Pick<KeyedNames, 'slug' | 'searchWord'>,
) => ({
  /** Key of rows in place of a slug: a keyed hash, the same for all builds. */
  slugName: names.slug,
  /** Search word in place of a person's word: a keyed hash, the same for all builds. */
  searchWord: names.searchWord,
  /** With the present keys, and those of frozen people only with `frozen`: for folds, which show nothing to anybody. */
  of: async (subjects: readonly string[], options?: { readonly frozen?: boolean }) => {
    const { keys: byKey, blocked } =
      subjects.length === 0 ? NOBODY : await keys.withBlocked(subjects, options)
    return {
      isBlocked: (subject: string): boolean => blocked.has(subject),
      /** Null where the subject has no key: then nothing of them may be stored. */
      seal: (at: SealedPlace, text: JsonValue): string | null => {
        const key = byKey.get(at.subject)
        return key === undefined ? null : encryptText(key, rowPlaceOf(at), text, nonceOf(key, at))
      },
      /** Undefined without the key that encrypted it. @throws StoreError Corrupt */
      open: (at: SealedPlace, sealed: string | null): JsonValue | undefined =>
        sealed === null ? undefined : decryptText(byKey.get(at.subject), rowPlaceOf(at), sealed),
    }
  },
})

/** A keyed hash of row, column and text: equal texts are encrypted alike, so that builds can be compared. */
const nonceOf =
  (key: Buffer, at: SealedPlace) =>
  (plain: Buffer): RandomBytes =>
  (bytes) =>
    createHmac('sha256', key)
      .update(`nonce ${rowPlaceOf(at).place}\n`)
      .update(plain)
      .digest()
      .subarray(0, bytes)
