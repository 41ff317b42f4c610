import type { JsonValue } from '@app/contracts/event-store.ts'

/** The row and column of a sealed text: it opens nowhere else. */
interface SealedPlace {
  /** Whose key seals them. */
  readonly subject: string
  /** Table and column. */
  readonly column: string
}

/**
 * Seals personal text in rows, with the keys of these people. The same text under the same key is sealed alike, so
 * that two builds of a read model can be compared.
 */
export interface RowSealer {
  /** Whether these texts are there, and open for nobody until a block is lifted. */
  isBlocked(subject: string): boolean
  /** Null where the subject has no key: then nothing of them may be stored. */
  seal(place: SealedPlace, text: JsonValue): string | null
  /** Undefined without the key that sealed it. */
  open(place: SealedPlace, sealed: string | null): JsonValue | undefined
}

export interface RowSeals {
  /** With the present keys. */
  of(subjects: readonly string[]): Promise<RowSealer>
  /** Key of rows in place of a slug: a keyed hash, the same for all builds. */
  slugName(slug: string): string
  /** Search word in place of a person's word: a keyed hash, the same for all builds. */
  searchWord(list: string, word: string): number
}
