import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'

type BlockingEvent = Extract<DomainEvent, { type: 'SubjectBlocked' | 'SubjectUnblocked' }>

export type BlockingCommand = { readonly subject: string; readonly requestId: string } & (
  | {
      readonly type: 'Block'
      /** False where the vault gives the key. After an erasure the same id is another person, who may ask again. */
      readonly isInForce: boolean
    }
  | { readonly type: 'Unblock'; readonly reason?: string }
)

export type Blocking =
  | { readonly status: 'open' }
  /** RFC 3339 */
  | { readonly status: 'blocked'; readonly requestId: string; readonly since: string }

function evolve(state: Blocking, event: PastEvent, { occurredAt }: Occurrence): Blocking {
  switch (event.type) {
    case 'SubjectBlocked':
      return { status: 'blocked', requestId: event.data.requestId, since: occurredAt }
    case 'SubjectUnblocked':
      return { status: 'open' }
    default:
      return state
  }
}

function decide(command: BlockingCommand, state: Blocking): readonly BlockingEvent[] {
  const { subject, requestId } = command
  if (command.type === 'Unblock') {
    if (state.status === 'open') return []
    const { reason } = command
    const data = { subject, requestId, ...(reason === undefined ? {} : { reason }) }
    return [{ type: 'SubjectUnblocked', data }]
  }
  const isSame = state.status === 'blocked' && (command.isInForce || state.requestId === requestId)
  return isSame ? [] : [{ type: 'SubjectBlocked', data: { subject, requestId } }]
}

export const blocking: Decider<Blocking, BlockingCommand, BlockingEvent> = {
  initial: { status: 'open' },
  evolve,
  decide,
}
