import { createHmac } from 'node:crypto'
import type { IdKeyName, IdKeys } from './id-keys.ts'

export interface KeyedNames {
  /** A slug holds a person's name. */
  readonly slug: (slug: string) => string
  readonly activationCode: (code: string) => string
}

const HASH_BYTES = 16
/** No slug and no printed code contains `_`, so a keyed name is never taken for one. */
const MARK = 'keyed_'

/** They never change: claims in the log are found by them. */
export function createKeyedNames(keys: IdKeys): KeyedNames {
  const namesUnder = (name: IdKeyName): ((word: string) => string) => {
    const key = keys.of(name)
    return (word) =>
      MARK + createHmac('sha256', key).update(word).digest().subarray(0, HASH_BYTES).toString('hex')
  }
  return { slug: namesUnder('slug-names'), activationCode: namesUnder('activation-code-names') }
}
