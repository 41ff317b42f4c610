import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { mailboxSubject } from '@app/contracts/privacy/events.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders/events.ts'
import { subscription } from '../../reminders/subscription.ts'
import { load } from '../../kernel/commands.ts'
import type { CommandContext } from '../../kernel/command-context.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import { recordDone } from './requests.ts'

/**
 * An erasure, and a refusal of all mails, say in their own event who asked for it: the act never waits for its request,
 * which is recorded from there, also where the process died in between.
 */
export const erasureRequestReaction: Reaction = {
  name: 'erasure-requests',
  types: ['SubjectErased', 'AccountErasureRequested', 'RemindersSuppressed'],
  isNeverSkipped: true,
  react: async (deps, stored) => {
    const { actor } = stored.meta
    const event = readEvent(stored)
    if (event.type === 'AccountErasureRequested' && actor.kind === 'owner')
      return recordErasure(deps, stored, { channel: 'account', proof: 'session', about: stored.stream })
    if (event.type === 'RemindersSuppressed' && actor.kind === 'visitor') return recordRefusal(deps, stored)
    if (event.type !== 'SubjectErased') return
    const { subject: about } = event.data
    // A visitor's own browser is named like the visitor; reminders that go with them are no request of their own.
    if (actor.kind === 'visitor' && about.startsWith('visitor-') && about.endsWith(`.${actor.id}`))
      return recordErasure(deps, stored, { channel: 'browser', proof: 'browser', about, ...cardIn(about) })
  },
}

const SUPPRESSION = suppressionStream('')

/** By the link of a reminder, whose subscription acts. On the page of a mailbox it is a request already. */
async function recordRefusal(deps: CommandContext, { stream, meta }: StoredEvent): Promise<void> {
  const { state } = await load(deps.store, subscription, subscriptionStream(meta.actor.id))
  if (state.status === 'none') return
  const about = mailboxSubject(stream.slice(SUPPRESSION.length))
  const asked = { kind: 'objection', channel: 'mailbox', proof: 'mailbox', about } as const
  await recordDone(deps, asked, { actor: meta.actor, atMs: Date.parse(meta.occurredAt) })
}

const UUID_CHARS = 36
const cardIn = (visitor: string) => ({
  profileId: visitor.slice('visitor-'.length, 'visitor-'.length + UUID_CHARS),
})

const recordErasure = (
  deps: CommandContext,
  { meta }: StoredEvent,
  asked: Omit<Parameters<typeof recordDone>[1], 'kind'>,
): Promise<void> =>
  recordDone(deps, { kind: 'erasure', ...asked }, { actor: meta.actor, atMs: Date.parse(meta.occurredAt) })
