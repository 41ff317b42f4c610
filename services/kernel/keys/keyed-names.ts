import { createHmac } from 'node:crypto'
import { createAccountIds, type AccountIds } from './keyed-ids.ts'
import type { IdKeyName, IdKeys } from './id-keys.ts'
import { createSubscriptionIds } from './subscription-ids.ts'

export interface KeyedNames {
  /** A slug contains a person's name. */
  readonly slug: (slug: string) => string
  readonly activationCode: (code: string) => string
  readonly account: AccountIds
  /** By which an account is found, or a code that its mailbox gets. */
  readonly identity: (kind: 'email' | 'login' | 'code', text: string) => string
  /** Search word in place of a person's word; the same word differs in each list. */
  readonly searchWord: (list: string, word: string) => number
  /** Of an e-mail's address, by which what is kept of it is found. */
  readonly mailbox: (email: string) => string
}

const HASH_BYTES = 16
/** Says to whoever reads the log that the name is no slug and no code. */
const MARK = 'keyed_'

/**
 * 52 bits are left: a number, which the database compares faster than a text, and JSON keeps. Among a million words two
 * hash alike once in 9,000 lists, and find a row too many.
 */
const SEARCH_HASH_DROPPED_BITS = 12n

/** They never change: claims in the log are found by them. */
export function createKeyedNames(keys: IdKeys): KeyedNames {
  const namesUnder = (name: IdKeyName): ((word: string) => string) => {
    const key = keys.of(name)
    return (word) =>
      MARK + createHmac('sha256', key).update(word).digest().subarray(0, HASH_BYTES).toString('hex')
  }
  const identityName = namesUnder('account-id')
  const searchKey = keys.of('search-words')
  return {
    slug: namesUnder('slug-names'),
    activationCode: namesUnder('activation-code-names'),
    account: createAccountIds(keys),
    identity: (kind, text) => identityName(`${kind}\n${text}`),
    mailbox: createSubscriptionIds(keys).address,
    searchWord: (list, word) => {
      const hash = createHmac('sha256', searchKey).update(`${list}\n${word}`).digest()
      return Number(hash.readBigUInt64BE() >> SEARCH_HASH_DROPPED_BITS)
    },
  }
}
