import type { Request } from 'express'
import { mailboxSubject, type RequestKind } from '@app/contracts/events/rights-events.ts'
import { ACTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { counterOf, takeOfMailbox } from '@app/processes/reminders/subscribe.ts'
import { finishMailboxRequest } from '@app/processes/rights/finish-mailbox-request.ts'
import { keptSubjects, profileIdOf, type KeptSubject } from '@app/processes/rights/kept-subjects.ts'
import type { Done } from '@app/processes/rights/mailbox-acts.ts'
import { handleRequest } from '@app/processes/rights/requests.ts'
import type { OpenedLink } from '@app/vault/mails/rights-links.ts'
import { holderOf, openedMailbox } from './opened-mailbox.ts'
import { subjectNamed } from '../visitor-names.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

/** For an act. @throws Refusal invalid-token, too-many, unavailable */
export async function allOf(deps: MailboxDeps, request: Request) {
  const opened = await openedMailbox(deps.links, request)
  const counter = counterOf('acts of mailbox', opened.mailboxId)
  await takeOfMailbox(deps, counter, ACTS_OF_MAILBOX)
  return { opened, kept: await keptSubjects(deps, opened.mailboxId) }
}

/** @throws Refusal not-found, for what is another's as for what there is not */
export async function oneKept(deps: MailboxDeps, request: Request, id: string) {
  const { opened, kept } = await allOf(deps, request)
  return { opened, one: await found(deps, kept, id) }
}

/** @throws Refusal not-found */
export async function found(
  { store }: MailboxDeps,
  kept: readonly KeptSubject[],
  id: string,
): Promise<KeptSubject> {
  const meant = await subjectNamed(store, id)
  const one = kept.find(({ subject }) => subject === meant)
  if (one === undefined) throw new Refusal('not-found')
  return one
}

interface Asked {
  readonly opened: OpenedLink
  readonly kind: RequestKind
  /** Undefined: everything of the address. */
  readonly about: KeptSubject | undefined
  /** By default the address. */
  readonly whole?: string
  readonly requestId: string
}

export async function requestOf(
  deps: Pick<MailboxDeps, 'store'>,
  { opened: { mailboxId }, kind, about, whole = mailboxSubject(mailboxId) }: Omit<Asked, 'requestId'>,
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

/** Received first, so that a reaction finishes it after a crash. */
export async function received(deps: MailboxDeps, asked: Asked): Promise<Done> {
  const actor = holderOf(asked.opened)
  const request = await requestOf(deps, asked)
  await handleRequest(deps, asked.requestId, { type: 'Receive', request }, actor)
  return finishMailboxRequest(deps.acts, asked.requestId, actor)
}
