import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { RequestOutcome } from '@app/contracts/privacy/requests.ts'
import { daysLeft, dueDayOf } from '@app/contracts/limits/periods.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'

type RequestEvent = Extract<
  DomainEvent,
  {
    type: 'RequestReceived' | 'RequestConfirmed' | 'RequestProlonged' | 'RequestAnswered'
  }
>
type DataOf<Type extends RequestEvent['type']> = Extract<RequestEvent, { type: Type }>['data']
type ReceivedData = Extract<PastEvent, { type: 'RequestReceived' }>['data']

export type RequestCommand =
  | { readonly type: 'Receive'; readonly request: DataOf<'RequestReceived'> }
  | {
      readonly type: 'ReceiveAnswered'
      readonly request: DataOf<'RequestReceived'>
      readonly answered: DataOf<'RequestAnswered'>
    }
  | { readonly type: 'Confirm'; readonly about: string }
  | { readonly type: 'Prolong'; readonly reason: string; readonly nowMs: number }
  | ({ readonly type: 'Answer' } & DataOf<'RequestAnswered'>)

export type Request =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'open' | 'answered'
      readonly received: ReceivedData
      readonly receivedAt: string
      /** Known by its proof, or by the administrator who confirmed it. */
      readonly about: string | undefined
      readonly isConfirmed: boolean
      readonly isProlonged: boolean
      readonly dueDay: string
      readonly outcome?: RequestOutcome
    }

function evolve(state: Request, event: PastEvent, { occurredAt }: Occurrence): Request {
  if (event.type === 'RequestReceived') {
    return {
      status: 'open',
      received: event.data,
      receivedAt: occurredAt,
      about: event.data.about,
      isConfirmed: false,
      isProlonged: false,
      dueDay: dueDayOf({ kind: event.data.kind, receivedAt: occurredAt }, false),
    }
  }
  if (state.status === 'unknown') return state
  switch (event.type) {
    case 'RequestConfirmed':
      return event.data.by === 'admin' ? { ...state, about: event.data.about, isConfirmed: true } : state
    case 'RequestProlonged':
      return { ...state, isProlonged: true, dueDay: event.data.until }
    case 'RequestAnswered':
      return { ...state, status: 'answered', outcome: event.data.outcome }
    default:
      return state
  }
}

const ANSWERED = 'Esa solicitud ya está respondida.'
const PROVEN = 'Esa solicitud no necesita que alguien la confirme.'
const CONFIRMED = 'Esa solicitud ya está confirmada.'
const PROLONGED = 'Esa solicitud ya se prorrogó una vez.'
const NEVER_PROLONGED = 'Un bloqueo no se prorroga: vence a los dos días hábiles.'
const TOO_LATE = 'El plazo ya venció: solo se puede responder o rechazar.'

function decide(command: RequestCommand, state: Request): readonly RequestEvent[] {
  if (command.type === 'Receive')
    return state.status === 'unknown' ? [{ type: 'RequestReceived', data: command.request }] : []
  if (command.type === 'ReceiveAnswered') {
    if (state.status !== 'unknown') return []
    return [
      { type: 'RequestReceived', data: command.request },
      { type: 'RequestAnswered', data: command.answered },
    ]
  }
  if (state.status === 'unknown') throw new Refusal('not-found')
  if (state.status === 'answered') throw new Refusal('conflict', ANSWERED)
  switch (command.type) {
    case 'Answer': {
      const { type: _, ...data } = command
      return [{ type: 'RequestAnswered', data }]
    }
    case 'Prolong':
      return prolonged(command, state)
    case 'Confirm': {
      if (state.received.proof !== 'none') throw new Refusal('conflict', PROVEN)
      if (!state.isConfirmed)
        return [{ type: 'RequestConfirmed', data: { about: command.about, by: 'admin' } }]
      if (command.about !== state.about) throw new Refusal('conflict', CONFIRMED)
      return []
    }
  }
}

function prolonged(
  { reason, nowMs }: Extract<RequestCommand, { type: 'Prolong' }>,
  { received: { kind }, receivedAt, isProlonged, dueDay }: Exclude<Request, { status: 'unknown' }>,
): readonly RequestEvent[] {
  if (kind === 'blocking') throw new Refusal('conflict', NEVER_PROLONGED)
  if (isProlonged) throw new Refusal('conflict', PROLONGED)
  if (daysLeft(dueDay, nowMs) < 0) throw new Refusal('conflict', TOO_LATE)
  const until = dueDayOf({ kind, receivedAt }, true)
  return [{ type: 'RequestProlonged', data: { until, reason } }]
}

export const request: Decider<Request, RequestCommand, RequestEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
