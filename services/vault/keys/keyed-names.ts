import { createHmac } from 'node:crypto'
import type { IdKeyName, IdKeys } from './id-keys.ts'

/** Names of streams, and keys of rows, that stand for words which nobody may read there. */
export interface KeyedNames {
  /** A slug holds the name of a person. */
  readonly slug: (slug: string) => string
  /** An activation code is a secret until it is redeemed. */
  readonly activationCode: (code: string) => string
}

const HASH_BYTES = 16
/** Neither a slug nor a printed code has such a sign: a keyed name is never taken for what it stands for. */
const MARK = 'keyed_'

/** Keyed hashes of one length. They never change: claims in the log are found by them. */
export function createKeyedNames(keys: IdKeys): KeyedNames {
  const namesUnder = (name: IdKeyName): ((word: string) => string) => {
    const key = keys.of(name)
    return (word) =>
      MARK + createHmac('sha256', key).update(word).digest().subarray(0, HASH_BYTES).toString('hex')
  }
  return { slug: namesUnder('slug-names'), activationCode: namesUnder('activation-code-names') }
}
