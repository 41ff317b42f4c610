import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
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

/** A longer beginning of a word finds the same as its first letters, this many. */
const PREFIX_CHARS_MAX = 20

const MARKS = /\p{Mn}/gu
const WORD = /[\p{L}\p{N}]+/gu

const wordsIn = (text: string): readonly string[] =>
  text.normalize('NFD').replaceAll(MARKS, '').toLowerCase().match(WORD) ?? []

const beginningOf = (word: string, chars: number): string => [...word].slice(0, chars).join('')

function* beginningsOf(word: string): Generator<string> {
  const chars = Math.min([...word].length, PREFIX_CHARS_MAX)
  for (let n = 1; n <= chars; n += 1) yield beginningOf(word, n)
}

type Named = Pick<RowSeals, 'searchWord'>

/** Each beginning of each word of these texts, as a keyed hash. Sorted, so that two builds are equal. */
export function searchWordsOf(seals: Named, list: string, texts: readonly string[]): readonly number[] {
  const beginnings = new Set(texts.flatMap(wordsIn).flatMap((word) => [...beginningsOf(word)]))
  return [...beginnings].map((word) => seals.searchWord(list, word)).toSorted((a, b) => a - b)
}

/** Whether a row matches each word of a search; undefined for a search without any text. */
export function isFoundByEach(
  search: string,
  isFoundByWord: (word: string) => RawBuilder<boolean>,
): RawBuilder<boolean> | undefined {
  if (search.trim() === '') return undefined
  const words = [...new Set(wordsIn(search))].map((word) => beginningOf(word, PREFIX_CHARS_MAX))
  return words.length === 0
    ? sql<boolean>`false`
    : sql<boolean>`(${sql.join(words.map(isFoundByWord), sql` and `)})`
}

interface Searched {
  readonly list: string
  readonly row: string
  readonly search: string
}

/** Whether a row has a word that begins like this one. Nobody finds what nobody may read. */
export const hasWord = (seals: Named, { list, row, word }: Omit<Searched, 'search'> & { word: string }) =>
  sql<boolean>`(${sql.ref(`${row}.found_by`)} @> ${[seals.searchWord(list, word)]}::bigint[] and not exists (
    select from projection.frozen_subjects f where f.subject = ${sql.ref(`${row}.subject`)}))`

export const isFoundBy = (seals: Named, { search, ...of }: Searched) =>
  isFoundByEach(search, (word) => hasWord(seals, { ...of, word }))
