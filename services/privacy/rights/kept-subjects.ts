import { visitorIn } from '@app/contracts/taps/events.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { subscription } from '../../reminders/subscription.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import type { StreamReading } from '../../kernel/codec.ts'
import { load } from '../../kernel/commands.ts'
import type { StoredSubject, Subjects } from '../../kernel/keys/subjects.ts'
import type { UnconfirmedReminder, UnconfirmedReminders } from '../../reminders/unconfirmed-reminders.ts'

export interface KeptSubjectsDeps {
  readonly subjects: Pick<Subjects, 'ofMailbox'>
  readonly unconfirmed: Pick<UnconfirmedReminders, 'idsOfAddress' | 'find'>
}

/** Something whose texts a mailbox proves. */
export interface KeptSubject extends StoredSubject {
  readonly kind: 'visitor' | 'subscription' | 'quotation' | 'account'
  /** A reminder that waits for its confirmation. */
  readonly waiting: UnconfirmedReminder | undefined
}

/** What a thing is called outside: the subject of a visitor has the id that proves who they are. */
export const thingIdOf = (subject: string): string => derivedId(`thing ${subject}`)

/** Strangers may type an address into the form of quotations: more are handled in turns. */
export const KEPT_AT_ONCE_MAX = 1_000

/**
 * The newest first. Requests are proof of what was asked, and stay.
 * @param until not what was left later: strangers may type an address so often that the newest page has nothing else
 */
export async function keptSubjects(
  { subjects, unconfirmed }: KeptSubjectsDeps,
  mailboxId: string,
  until?: Date,
): Promise<readonly KeptSubject[]> {
  const [stored, waitingIds] = await Promise.all([
    subjects.ofMailbox(mailboxId, KEPT_AT_ONCE_MAX, until),
    unconfirmed.idsOfAddress(mailboxId),
  ])
  const kept = new Map<string, KeptSubject>()
  for (const row of stored) kept.set(row.subject, { ...row, kind: kindOf(row.subject), waiting: undefined })
  for (const waiting of await Promise.all(waitingIds.map(unconfirmed.find))) {
    if (waiting === undefined || (until !== undefined && waiting.askedAt > until)) continue
    const one = waitingSubject(waiting)
    kept.set(one.subject, { ...one, ...kept.get(one.subject), waiting })
  }
  return [...kept.values()].toSorted(newestFirst)
}

/** A wish that waits for its confirmation has no event yet. */
export const waitingSubject = (waiting: UnconfirmedReminder): KeptSubject => ({
  subject: subscriptionStream(waiting.subscriptionId),
  kind: 'subscription',
  since: waiting.askedAt,
  lastAt: waiting.askedAt,
  waiting,
})

/** The card on which it was left, if it was on one. */
export async function profileIdOf(
  { store }: { readonly store: StreamReading },
  { subject, kind, waiting }: KeptSubject,
): Promise<string | undefined> {
  if (kind === 'visitor') return visitorIn(subject).profileId
  if (kind !== 'subscription') return undefined
  if (waiting?.wish !== undefined) return waiting.wish.profileId
  const { state } = await load(store, subscription, subject)
  return state.status === 'none' ? undefined : state.profileId
}

const kindOf = (subject: string): KeptSubject['kind'] =>
  subject.slice(0, subject.indexOf('-')) as KeptSubject['kind']

const newestFirst = (one: KeptSubject, other: KeptSubject): number =>
  other.since.getTime() - one.since.getTime() || (one.subject < other.subject ? 1 : -1)
