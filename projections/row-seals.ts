import type { JsonValue } from '@app/contracts/event-store.ts'

/** Where the sealed text of a row belongs: it opens nowhere else. */
export interface SealedPlace {
  /** Whose key seals them. */
  readonly subject: string
  /** Table and column. */
  readonly column: string
}

/**
 * Seals what rows say of people, with the keys of these people. The same text under the same key is sealed alike, so
 * that two builds of a read model can be compared.
 */
export interface RowSealer {
  /** Count of all destroyed keys when these were read; absent where no subject was named. */
  readonly losses?: string | undefined
  /** Null where the subject has no key: then nobody may keep anything of them. */
  seal(place: SealedPlace, text: JsonValue): string | null
  /** Undefined without the very key that sealed it. */
  open(place: SealedPlace, sealed: string | null): JsonValue | undefined
}

export interface RowSeals {
  /** With the keys that exist at this moment. */
  of(subjects: readonly string[]): Promise<RowSealer>
  /** What rows are looked up by in place of a slug: a keyed hash, the same for all builds. */
  slugName(slug: string): string
  /** What rows of a list are searched by in place of a person's word: a keyed hash, the same for all builds. */
  searchWord(list: string, word: string): number
}
