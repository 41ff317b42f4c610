import { addDays, dayInSantiago } from '@app/contracts/calendar.ts'
import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/events/subscription-events.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { subscription } from '@app/domain/subscription.ts'
import { load } from '@app/kernel/commands.ts'
import type { CommandContext } from '../command-context.ts'
import type { Reaction } from '../reactions/reaction.ts'
import { recordDone, requestIdOfDay } from './requests.ts'
import { DONE, handleRequest, loadRequest } from './requests.ts'

/** Of one subject and one day. */
const COMMANDS_MAX = 10
/** The next id is of a command that was refused before, on the same day. */
const idsOfCommand = (about: string, day: string): readonly string[] =>
  Array.from({ length: COMMANDS_MAX }, (_, nth) =>
    requestIdOfDay({ kind: 'erasure', channel: 'command', about }, nth === 0 ? day : `${day} again ${nth}`),
  )

/** A command of data staff, before it erases. @returns the request's id */
export async function receiveErasure(deps: CommandContext, about: string, actor: Actor): Promise<string> {
  const id = await firstNotRefused(deps, idsOfCommand(about, dayInSantiago(deps.now().getTime())))
  const request = { kind: 'erasure', channel: 'command', proof: 'staff', about } as const
  await handleRequest(deps, id, { type: 'Receive', request }, actor)
  return id
}

async function firstNotRefused(deps: CommandContext, ids: readonly string[]): Promise<string> {
  for (const id of ids) {
    const state = await loadRequest(deps, id)
    if (state.status !== 'answered' || state.outcome !== 'refused') return id
  }
  throw new StartError(`Hoy se rechazó ya ${ids.length} veces. Repítelo mañana.`)
}

/** Afterwards; does nothing where a repeated command, or the reaction, was faster. */
export async function answerErasure(deps: CommandContext, id: string, actor: Actor): Promise<void> {
  if ((await loadRequest(deps, id)).status !== 'open') return
  await handleRequest(deps, id, { type: 'Answer', ...DONE }, actor)
}

/** The command was refused: it may be repeated on another day. */
export async function refuseErasure(
  deps: CommandContext,
  id: string,
  reason: string,
  actor: Actor,
): Promise<void> {
  if ((await loadRequest(deps, id)).status !== 'open') return
  await handleRequest(deps, id, { type: 'Answer', outcome: 'refused', template: 'refused', reason }, actor)
}

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
    if (actor.kind === 'system') await finishCommand(deps, stored, about)
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

/** A command that died after it had erased; it may have begun before midnight. */
async function finishCommand(deps: CommandContext, { meta }: StoredEvent, about: string): Promise<void> {
  const day = dayInSantiago(Date.parse(meta.occurredAt))
  for (const of of [day, addDays(day, -1)])
    for (const id of idsOfCommand(about, of)) {
      if ((await loadRequest(deps, id)).status === 'unknown') break
      await answerErasure(deps, id, meta.actor)
    }
}
