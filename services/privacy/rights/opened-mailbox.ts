import type { IncomingMessage } from 'node:http'
import { mailboxKeySchema } from '@app/contracts/privacy/rights-calls.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { mailboxSubject, type RequestKind } from '@app/contracts/privacy/events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { CommandContext } from '../../kernel/command-context.ts'
import { profileIdOf, type KeptSubject } from './kept-subjects.ts'
import type { MailboxActsDeps } from './mailbox-acts.ts'
import type { SubjectKeys } from '../../kernel/keys/subject-keys.ts'
import type { Subjects } from '../../kernel/keys/subjects.ts'
import type { SubscriptionIds } from '../../kernel/keys/subscription-ids.ts'
import type { RateCounters } from '../../platform/http/limits/rate-counters.ts'
import type { RequestMail } from '../../platform/mail/waiting-mail.ts'
import type { OpenedLink, RightsLinks } from './rights-links.ts'
import type { UnconfirmedReminders } from '../../reminders/unconfirmed-reminders.ts'
import type { AnswerPause } from '../../platform/http/answer-time.ts'
import type { RouteDeps } from '../../platform/http/route.ts'
import type { ThingsDeps } from './thing-words.ts'

/** Of the calls behind a mailed link alone. */
export interface MailboxParts {
  /** Open the words of who is blocked too. */
  readonly acts: MailboxActsDeps
  readonly links: RightsLinks
  /** Undefined while another call does it for the same mailbox. */
  readonly whileAlone: <Result>(
    mailboxId: string,
    work: () => Promise<Result>,
  ) => Promise<{ readonly result: Result } | undefined>
}

export interface MailboxDeps extends RouteDeps, CommandContext, MailboxParts, ThingsDeps {
  readonly keys: SubjectKeys
  readonly subjects: Subjects
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
  readonly subscriptionIds: Pick<SubscriptionIds, 'address' | 'suppression'>
  readonly unconfirmed: UnconfirmedReminders
  /** Queues a mail with what its letter needs. @throws Refusal unavailable when the queue is full */
  readonly requestMail: RequestMail
  readonly answerTime: AnswerPause
}

/** By a header and never by a cookie, so that no other site can act for the person. @throws Refusal invalid-token */
export async function openedMailbox(
  { links }: Pick<MailboxDeps, 'links'>,
  { headers }: IncomingMessage,
): Promise<OpenedLink> {
  const key = mailboxKeySchema.safeParse(headers['mailbox-key']).data
  const opened = key === undefined ? undefined : await links.openedBy(key)
  if (opened === undefined) throw new Refusal('invalid-token')
  return opened
}

/** Who holds the mailbox, by its keyed hash. */
export const holderOf = ({ mailboxId }: OpenedLink): Actor => ({ kind: 'visitor', id: mailboxId })

interface Meant {
  readonly kind: RequestKind
  /** Undefined: everything of the address. */
  readonly about?: KeptSubject | undefined
  /** By default the address. */
  readonly whole?: string
}

/** A request as it is recorded. */
export async function requestOf(
  deps: Pick<MailboxDeps, 'store'>,
  { mailboxId }: OpenedLink,
  { kind, about, whole = mailboxSubject(mailboxId) }: Meant,
) {
  const profileId = about && (await profileIdOf(deps, about))
  return {
    kind,
    channel: 'mailbox',
    proof: 'mailbox',
    about: about?.subject ?? whole,
    mailboxId,
    ...(profileId === undefined ? {} : { profileId }),
  } as const
}
