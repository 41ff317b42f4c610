import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Actor, AppendResult } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { requestStream } from '@app/contracts/privacy/events.ts'
import { REQUESTS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { request, type Request, type RequestCommand } from '../request.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { handle, load, type Handled } from '../../kernel/commands.ts'
import type { SubscriptionIds } from '../../kernel/keys/subscription-ids.ts'
import type { RateCounters } from '../../platform/http/limits/rate-counters.ts'
import { causeBy, type CommandContext } from '../../kernel/command-context.ts'
import { counterOf } from '../../reminders/subscribe.ts'

export type ReceivedRequest = Extract<DomainEvent, { type: 'RequestReceived' }>['data']
export type GivenAnswer = Extract<DomainEvent, { type: 'RequestAnswered' }>['data']

/** The request is carried out. */
export const DONE = { outcome: 'done', template: 'done' } as const satisfies GivenAnswer

export const handleRequest = (
  deps: CommandContext,
  requestId: string,
  command: RequestCommand,
  actor: Actor,
): Promise<Handled<Request>> =>
  handle(deps.store, request, {
    stream: requestStream(requestId),
    command,
    cause: causeBy(deps, actor),
    newId: deps.newId,
  })

export const loadRequest = async (
  { store }: Pick<CommandContext, 'store'>,
  requestId: string,
): Promise<Request> => (await load(store, request, requestStream(requestId))).state

/**
 * For what is done at once by one write of its own (seen, downloaded, corrected): the request and its answer are one
 * append after it. A repetition with the same id records nothing.
 */
export const recordAnswered = (
  deps: CommandContext,
  requestId: string,
  asked: { readonly request: ReceivedRequest; readonly answered: GivenAnswer },
  actor: Actor,
): Promise<Handled<Request>> => handleRequest(deps, requestId, { type: 'ReceiveAnswered', ...asked }, actor)

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

/** At most one a person, kind, channel and day: nobody makes the log longer by asking again and again. */
const requestIdOfDay = ({ kind, channel, about }: Omit<AtOnce, 'proof'>, day: string): string =>
  derivedId(`request ${kind} ${channel} ${about} ${day}`)

/** What was asked for on a screen of the person's own, and is done. */
export async function recordDone(
  deps: CommandContext,
  asked: AtOnce,
  { actor, atMs }: { readonly actor: Actor; readonly atMs: number },
): Promise<void> {
  await recordAnswered(
    deps,
    requestIdOfDay(asked, dayInSantiago(atMs)),
    { request: asked, answered: DONE },
    actor,
  )
}

const TOO_OFTEN =
  'Este correo ya pidió demasiadas veces hoy. Inténtalo mañana, o pide el enlace a ese correo.'

export interface ReceiveDeps extends CommandContext {
  readonly ids: Pick<SubscriptionIds, 'address' | 'suppression'>
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
}

export type FormRequest = Pick<ReceivedRequest, 'kind' | 'profileId' | 'name' | 'phone' | 'words'> & {
  readonly email: string
}

/**
 * @returns undefined where it was recorded before
 * @throws Refusal too-many where the address was typed too often today, whether anything is kept of it or not
 */
export async function receiveRequest(
  deps: ReceiveDeps,
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
