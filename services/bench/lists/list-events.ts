import type { StoredEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { quotationStream } from '@app/contracts/events/quotation-events.ts'
import { subscriptionStream, type Reminder } from '@app/contracts/events/subscription-events.ts'
import { CODE_ALPHABET, CODE_CHARS, normalCode } from '@app/contracts/fields/activation-code.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { personOf } from '@app/generator/people-names.ts'
import { createRandom } from '@app/generator/random.ts'
import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'
import type { CodeSeals } from '@app/vault/seals/code-seals.ts'
import { unloggedEvent, type SaidEvent } from '../load/fold-events.ts'

/** Events as a log of so many people would hold them, with personal fields readable. */

const SEED = 20_261_123
export const YEAR_MS = 365 * 86_400_000
/** The list's last instant. */
export const LISTS_UNTIL_MS = Date.parse('2026-11-20T15:00:00.000Z')

export const accountIdOf = (nth: number): string => derivedId(`bench account ${nth}`)
export const profileIdOf = (nth: number): string => derivedId(`bench profile ${nth}`)

/** Spread evenly over a year, the first one first. */
export const instantOf = (nth: number, count: number): number =>
  LISTS_UNTIL_MS - YEAR_MS + Math.floor((YEAR_MS * nth) / count)

let events = 0

const eventOf = (said: Omit<SaidEvent, 'id'>): StoredEvent =>
  unloggedEvent({ ...said, id: derivedId(`bench event ${(events += 1)}`) })

const COMPANIES = ['Andes Norte', 'Viñedos del Maule', 'Fríos del Sur', 'Taller Alerce', 'Costa y Cía.']

/** An activated account with a profile. */
export function personEvents(nth: number, count: number): readonly StoredEvent[] {
  const { fullName, phone } = personOf(createRandom(SEED, `${nth}`))
  const [first = '', ...last] = fullName.split(' ')
  const [stream, profile] = [accountStream(accountIdOf(nth)), profileStream(profileIdOf(nth))]
  const details = {
    ...NO_DETAILS,
    name: first,
    lastname: `${last.join(' ')} ${nth}`,
    company: COMPANIES[nth % COMPANIES.length]!,
    position: 'Arquitecta',
    phone,
    whatsapp: phone,
  }
  const atMs = instantOf(nth, count)
  const registered = { name: `${fullName} ${nth}`, email: `persona-${nth}@bench.example`, consent: 'bench' }
  const made = { ownerId: accountIdOf(nth), slug: `persona-${nth}`, details }
  return [
    { stream, type: 'AccountRegistered', data: registered },
    { stream, type: 'AccountActivated', data: { maxProfiles: 1 } },
    { stream, type: 'ProfileSlotTaken', data: { profileId: profileIdOf(nth) } },
    { stream: profile, type: 'ProfileCreated', data: made },
  ].map((one) => eventOf({ ...one, atMs }))
}

export function activationCodeOf(nth: number): string {
  let rest = nth
  const signs = Array.from({ length: CODE_CHARS }, () => {
    const sign = CODE_ALPHABET[rest % CODE_ALPHABET.length]!
    rest = Math.floor(rest / CODE_ALPHABET.length)
    return sign
  })
  return normalCode(signs.join(''))!
}

/** A code, used by an account where there is one of its number, once that has registered. */
export function codeEvents(
  { names, codeSeals }: { readonly names: KeyedNames; readonly codeSeals: CodeSeals },
  nth: number,
  { codes, people }: { readonly codes: number; readonly people: number },
): readonly StoredEvent[] {
  const id = names.activationCode(activationCodeOf(nth))
  const stream = activationCodeStream(id)
  const sealedCode = codeSeals.seal(id, activationCodeOf(nth))
  const issue = { type: 'CodeIssued', data: { maxProfiles: 1, sealedCode } }
  const issued = eventOf({ stream, ...issue, atMs: instantOf(nth, codes) })
  if (nth >= people) return [issued]
  const redeem = { type: 'CodeRedeemed', data: { accountId: accountIdOf(nth) } }
  return [issued, eventOf({ stream, ...redeem, atMs: instantOf(nth, people) })]
}

/** Every third one is done with. */
export function quotationEvents(nth: number, count: number): readonly StoredEvent[] {
  const { fullName, phone, description } = personOf(createRandom(SEED, `quotation ${nth}`))
  const stream = quotationStream(derivedId(`bench quotation ${nth}`))
  const atMs = instantOf(nth, count)
  const data = {
    company: `${COMPANIES[nth % COMPANIES.length]!} ${nth}`,
    contactPerson: fullName,
    email: `contacto-${nth}@bench.example`,
    phone,
    estimatedCards: '11-25',
    comments: description,
    consent: 'bench',
  }
  const requested = eventOf({ stream, atMs, type: 'QuotationRequested', data })
  return nth % 3 === 0
    ? [requested, eventOf({ stream, atMs, type: 'QuotationContacted', data: {} })]
    : [requested]
}

/** Of all profiles alike. Both mails were sent, or the product would begin to send them. */
export function subscriptionEvents(
  nth: number,
  { subscriptions, people }: { readonly subscriptions: number; readonly people: number },
): readonly StoredEvent[] {
  const stream = subscriptionStream(derivedId(`bench subscription ${nth}`))
  const atMs = instantOf(nth, subscriptions)
  const data = {
    profileId: profileIdOf(nth % people),
    email: `juan-${nth}@empresa.example`,
    consent: 'bench',
  }
  const sent = (reminder: Reminder) => ({
    type: 'ReminderSent',
    data: { reminder, messageId: `bench-${nth}` },
  })
  return [{ type: 'ReminderSubscribed', data }, sent('first'), sent('second')].map((one) =>
    eventOf({ ...one, stream, atMs }),
  )
}
