import { createHmac } from 'node:crypto'
import { deliveredTo, mailboxBehind, normalEmail } from '@app/contracts/fields/email.ts'
import { uuidOfHash, type IdKeys } from './id-keys.ts'

export type SubscriptionIds = ReturnType<typeof createSubscriptionIds>

/** Keyed, so that nobody can try addresses against the names of streams. */
export function createSubscriptionIds(keys: IdKeys) {
  const key = keys.of('subscription-ids')
  const idOf = (...words: readonly string[]): string =>
    uuidOfHash(createHmac('sha256', key).update(words.join('\n')).digest())
  return {
    /** One subscription a person and profile, however the address is written. */
    subscription: (profileId: string, email: string) =>
      idOf('subscription', profileId.toLowerCase(), normalEmail(email)),
    /** The same for all profiles and for all addresses of one mailbox. */
    suppression: (email: string) => idOf('suppression', mailboxBehind(email)),
    /** Names the address that mail is delivered to, and no other: `ana+x@` may be another person's than `ana@`. */
    address: (email: string) => idOf('address', deliveredTo(email)),
  }
}
