import { sql, type RawBuilder } from 'kysely'
import type { RowSeals } from './row-seals.ts'

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
