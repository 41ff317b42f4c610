import { createHmac } from 'node:crypto'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { uuidOfHash, type IdKeyName, type IdKeys } from './id-keys.ts'
import { createSubscriptionIds } from './subscription-ids.ts'

/** @param life how many accounts of the e-mail were erased before */
export type AccountIds = (email: string, life?: number) => string

/** Keyed, so that a stream's name does not reveal the e-mail, nor two of them that they had the same. */
export function createAccountIds(keys: IdKeys): AccountIds {
  const key = keys.of('account-id')
  return (email, life = 0) => {
    const name = life === 0 ? normalEmail(email) : `${normalEmail(email)}\n${life}`
    return uuidOfHash(createHmac('sha256', key).update(name).digest())
  }
}

const PICTURE_REF_DIGITS = 32

/** Keyed, so that nobody who has the picture can find its owner. */
export function createPictureRefs(keys: IdKeys): (contentHash: string) => string {
  const key = keys.of('picture-refs')
  return (contentHash) =>
    createHmac('sha256', key).update(contentHash).digest('hex').slice(0, PICTURE_REF_DIGITS)
}

/** Of whoever did this one act and nothing else. Keyed, because the event's id is told to others. */
export const visitorIdOfEvent = (key: Buffer, eventId: string): string =>
  uuidOfHash(createHmac('sha256', key).update(`event\n${eventId}`).digest())

export const hashedVisitorId = (
  key: Buffer,
  seen: { readonly profileId: string; readonly address: string; readonly userAgent: string },
): string =>
  uuidOfHash(
    createHmac('sha256', key).update(`${seen.profileId}\n${seen.address}\n${seen.userAgent}`).digest(),
  )

export interface KeyedNames {
  /** A slug contains a person's name. */
  readonly slug: (slug: string) => string
  readonly activationCode: (code: string) => string
  readonly account: AccountIds
  /** By which an account is found, or a code that its mailbox gets. */
  readonly identity: (kind: 'email' | 'login' | 'code', text: string) => string
  /** Search word in place of a person's word; the same word differs in each list. */
  readonly searchWord: (list: string, word: string) => number
  /** The id of an e-mail's address, by which its texts are found. */
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
