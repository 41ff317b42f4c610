import { mailboxOf } from '@app/contracts/fields/email.ts'
import { callTarget, contactLinks } from '@app/contracts/fields/links.ts'
import type { Network } from '@app/contracts/traffic/kinds.ts'
import { bounceAddress } from '../platform/mail/delivery-report.ts'
import type { WrittenMail } from '../platform/mail/mailer.ts'
import type { ReminderTokens } from '../kernel/keys/reminder-tokens.ts'
import type { LetterFor } from './send-reminder.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import type { ReminderTimes } from './reminder-times.ts'
import { reminderMail, type Card, type ReminderLinks } from './reminder-mail.ts'

export interface LetterDeps {
  readonly tokens: ReminderTokens
  /** The only source of links. */
  readonly publicUrl: string
  readonly mailFrom: string
  readonly times: ReminderTimes
  readonly now: () => Date
  /** JPEG, square; undefined when there is none. */
  readonly photoOf: (ref: string) => Promise<Buffer | undefined>
  readonly contactOf: (profile: ShownProfile) => Card['contact']
  /** A visitor's note on the card, if any. */
  readonly noteOf: (profileId: string, visitorId: string) => Promise<string | undefined>
}

interface ShownProfile {
  readonly id: string
  readonly profile: CreatedProfile
  readonly photo: Buffer | undefined
}

/** The letter of a reminder, from its profile's present content. */
export const createLetters =
  (deps: LetterDeps): ((mail: LetterFor) => Promise<WrittenMail>) =>
  async ({ due, id, email, subscribedAt, visitorId, profile, isAlone }) => {
    const mail = reminderMail({
      to: email,
      reminder: due.reminder,
      card: await cardOf(deps, due.profileId, profile),
      links: linksOf(deps, due, profile.slug),
      subscribedMs: Date.parse(subscribedAt),
      days: deps.times[due.reminder].days,
      isAlone,
      note: visitorId === undefined ? undefined : await deps.noteOf(due.profileId, visitorId),
      publicUrl: deps.publicUrl,
    })
    return { id, date: deps.now(), mail: { ...mail, ...answersTo(deps, due, profile.details.email) } }
  }

async function cardOf(deps: LetterDeps, id: string, profile: CreatedProfile): Promise<Card> {
  const ref = profile.images['profile-image']
  // A mail without the picture is good enough.
  const photo = ref === undefined ? undefined : await deps.photoOf(ref).catch(() => undefined)
  const { name, lastname, position, company, phone } = profile.details
  const links = contactLinks(profile.details)
  const linkOf = (network: Network) => links.find((link) => link.network === network)
  const reach = [callTarget(phone), linkOf('email')].filter((link) => link !== undefined)
  const contact = deps.contactOf({ id, profile, photo })
  return { name, lastname, position, company, whatsapp: linkOf('whatsapp'), reach, photo, contact }
}

function linksOf({ tokens, publicUrl }: LetterDeps, due: LetterFor['due'], slug: string): ReminderLinks {
  const page = `${publicUrl}/pages/${slug}?t=${tokens.issue('page', due)}`
  return {
    page,
    save: `${page}#guardar`,
    talked: `${publicUrl}/hablamos/${tokens.issue('talked', due)}`,
    unsubscribe: `${publicUrl}/baja/${tokens.issue('unsubscribe', due)}`,
  }
}

/** People answer to the profile, servers to an address with the mail's token. */
function answersTo({ tokens, mailFrom }: LetterDeps, due: LetterFor['due'], replyTo: string) {
  const domain = mailboxOf(mailFrom)?.domain
  return {
    ...(mailboxOf(replyTo) === undefined ? {} : { replyTo }),
    ...(domain === undefined ? {} : { envelopeFrom: bounceAddress(tokens.issue('bounce', due), domain) }),
  }
}
