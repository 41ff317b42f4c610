import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import type { UnconfirmedReminder, UnconfirmedReminders } from '@app/vault/mails/unconfirmed-reminders.ts'

/** A row of the read model of people, as far as it is needed here. */
export interface MailboxPerson {
  readonly subject: string
  readonly kind: 'visitor' | 'subscription' | 'quotation' | 'account' | 'request'
  readonly profileId: string | null
  readonly since: Date
  readonly lastAt: Date
  /** Null while it runs. */
  readonly endedAt: Date | null
  /** Version of the text that was accepted last, and when. */
  readonly consent: string | null
  readonly consentAt: Date | null
}

export interface KeptSubjectsDeps {
  /** The newest; `until`: of those who were there then. */
  readonly peopleOfMailbox: (
    mailboxId: string,
    limit: number,
    until?: Date,
  ) => Promise<readonly MailboxPerson[]>
  readonly findPerson: (subject: string) => Promise<MailboxPerson | undefined>
  /** Visitors of cards who were confirmed for requests that answer to the mailbox. */
  readonly confirmedVisitorsOf: (
    mailboxId: string,
  ) => Promise<readonly { readonly subject: string; readonly confirmedAt: Date }[]>
  readonly unconfirmed: Pick<UnconfirmedReminders, 'idsOfAddress' | 'find'>
}

/** Something whose words a mailbox proves. */
export interface KeptSubject {
  readonly subject: string
  readonly kind: 'visitor' | 'subscription' | 'quotation' | 'account'
  readonly since: Date
  /** Undefined for a wish that no event has yet. */
  readonly person: MailboxPerson | undefined
  /** A reminder that waits for its confirmation. */
  readonly waiting: UnconfirmedReminder | undefined
}

/** Strangers may type an address into the form of quotations: more are handled in turns. */
export const KEPT_AT_ONCE_MAX = 1_000

/** The newest first. Requests are proof of what was asked, and stay. */
export async function keptSubjects(
  deps: KeptSubjectsDeps,
  mailboxId: string,
  until?: Date,
): Promise<readonly KeptSubject[]> {
  const [people, confirmed, waitingIds] = await Promise.all([
    deps.peopleOfMailbox(mailboxId, KEPT_AT_ONCE_MAX, until),
    deps.confirmedVisitorsOf(mailboxId),
    deps.unconfirmed.idsOfAddress(mailboxId),
  ])
  const visitors = await Promise.all(
    confirmed.map(async ({ subject, confirmedAt }) => {
      const person = await deps.findPerson(subject)
      // Erased since, and come back under the same id: nobody has confirmed who that is.
      return person !== undefined && person.since <= confirmedAt ? person : undefined
    }),
  )
  const kept = new Map<string, KeptSubject>()
  for (const person of [...people, ...visitors]) {
    if (person === undefined || person.kind === 'request') continue
    const { subject, kind, since } = person
    kept.set(subject, { subject, kind, since, person, waiting: undefined })
  }
  for (const waiting of await Promise.all(waitingIds.map(deps.unconfirmed.find))) {
    if (waiting === undefined) continue
    const subject = subscriptionStream(waiting.subscriptionId)
    const { person, since = waiting.askedAt } = kept.get(subject) ?? { person: undefined }
    kept.set(subject, { subject, kind: 'subscription', since, person, waiting })
  }
  return [...kept.values()].toSorted(newestFirst)
}

const newestFirst = (one: KeptSubject, other: KeptSubject): number =>
  other.since.getTime() - one.since.getTime() || (one.subject < other.subject ? 1 : -1)
