import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Actor, AppendResult, StoredEvent } from '@app/contracts/event-store.ts'
import { type DomainEvent, readEvent } from '@app/contracts/events/catalogue.ts'
import { requestStream, mailboxSubject } from '@app/contracts/privacy/requests.ts'
import { REQUESTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { request, type Request, type RequestCommand } from '../request.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { load, type Handled, type CommandContext, handleBy } from '../../kernel/commands.ts'
import { counterOf } from '../../platform/http/mailbox-quota.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { subscription } from '../../reminders/subscription.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import type { Ctx } from '../../platform/ctx.ts'

export type ReceivedRequest = Extract<DomainEvent, { type: 'RequestReceived' }>['data']
export type GivenAnswer = Extract<DomainEvent, { type: 'RequestAnswered' }>['data']

export const DONE = { outcome: 'done', template: 'done' } as const satisfies GivenAnswer

export const handleRequest = (
  deps: CommandContext,
  requestId: string,
  command: RequestCommand,
  actor: Actor,
): Promise<Handled<Request>> =>
  handleBy(deps, request, { stream: requestStream(requestId), command, actor: actor })

export const loadRequest = async (
  { store }: Pick<CommandContext, 'store'>,
  requestId: string,
): Promise<Request> => (await load(store, request, requestStream(requestId))).state

/** The first answer stays: a call and a reaction, or two people, may both come here. */
export async function answerOnce(
  deps: CommandContext,
  requestId: string,
  answer: GivenAnswer,
  actor: Actor,
): Promise<void> {
  try {
    await handleRequest(deps, requestId, { type: 'Answer', ...answer }, actor)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
}

export type AtOnce = Required<Pick<ReceivedRequest, 'kind' | 'channel' | 'proof' | 'about'>> &
  Pick<ReceivedRequest, 'profileId'>

/** Request and answer in one append, at most one a person, kind, channel and day: so nobody floods the log. */
export async function recordDone(
  deps: CommandContext,
  request: AtOnce,
  { actor, atMs }: { readonly actor: Actor; readonly atMs: number },
): Promise<void> {
  const { kind, channel, about } = request
  const id = derivedId(`request ${kind} ${channel} ${about} ${dayInSantiago(atMs)}`)
  await handleRequest(deps, id, { type: 'ReceiveAnswered', request, answered: DONE }, actor)
}

const TOO_OFTEN =
  'Este correo ya pidió demasiadas veces hoy. Inténtalo mañana, o pide el enlace a ese correo.'

export type FormRequest = Pick<ReceivedRequest, 'kind' | 'profileId' | 'name' | 'phone' | 'words'> & {
  readonly email: string
}

/** @returns undefined if recorded before @throws Refusal too-many for an address typed too often, with data or not */
export async function receiveRequest(
  deps: Pick<Ctx, 'store' | 'now' | 'newId' | 'ids' | 'counters'>,
  requestId: string,
  request: FormRequest,
): Promise<AppendResult | undefined> {
  // A repeated call must not take another unit.
  if ((await loadRequest(deps, requestId)).status !== 'unknown') return undefined
  const { isTaken } = await deps.counters.take(
    counterOf('requests of mailbox', deps.ids.suppression(request.email)),
    REQUESTS_OF_MAILBOX,
  )
  if (!isTaken) throw new Refusal('too-many', TOO_OFTEN, { retryAfterSeconds: REQUESTS_OF_MAILBOX.seconds })
  const received: ReceivedRequest = {
    ...request,
    channel: 'form',
    proof: 'none',
    mailboxId: deps.ids.address(request.email),
  }
  const command = { type: 'Receive', request: received } as const
  return (await handleRequest(deps, requestId, command, { kind: 'visitor', id: requestId })).appended
}

/** Erasures and refusals of all mails name the person in their own event, from which the request is recorded. */
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
  const refusal = { kind: 'objection', channel: 'mailbox', proof: 'mailbox', about } as const
  await recordDone(deps, refusal, { actor: meta.actor, atMs: Date.parse(meta.occurredAt) })
}

const UUID_CHARS = 36
const cardIn = (visitor: string) => ({
  profileId: visitor.slice('visitor-'.length, 'visitor-'.length + UUID_CHARS),
})

const recordErasure = (
  deps: CommandContext,
  { meta }: StoredEvent,
  request: Omit<Parameters<typeof recordDone>[1], 'kind'>,
): Promise<void> =>
  recordDone(deps, { kind: 'erasure', ...request }, { actor: meta.actor, atMs: Date.parse(meta.occurredAt) })
