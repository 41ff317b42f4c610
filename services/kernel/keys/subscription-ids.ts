import { createHmac } from 'node:crypto'
import { deliveredTo, mailboxBehind, normalEmail } from '@app/contracts/fields/email.ts'
import type { IdKeys } from './id-keys.ts'
import { uuidOfHash } from './keyed-ids.ts'

export interface SubscriptionIds {
  /** One subscription a person and profile, however the address is written. */
  readonly subscription: (profileId: string, email: string) => string
  /** The same for all profiles and for all addresses of one mailbox. */
  readonly suppression: (email: string) => string
  /** Of the address that mail is delivered to, and of no other: `ana+x@` may be another person's than `ana@`. */
  readonly address: (email: string) => string
}

/** Keyed, so that nobody can try addresses against the names of streams. */
export function createSubscriptionIds(keys: IdKeys): SubscriptionIds {
  const key = keys.of('subscription-ids')
  const idOf = (...words: readonly string[]): string =>
    uuidOfHash(createHmac('sha256', key).update(words.join('\n')).digest())
  return {
    subscription: (profileId, email) => idOf('subscription', profileId.toLowerCase(), normalEmail(email)),
    suppression: (email) => idOf('suppression', mailboxBehind(email)),
    address: (email) => idOf('address', deliveredTo(email)),
  }
}
