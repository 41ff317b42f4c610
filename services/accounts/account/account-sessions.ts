import type { DomainEvent, EventType, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account, RegisteredAccount } from './account-state.ts'

type Events = readonly DomainEvent[]

export interface CloseSessions {
  readonly type: 'CloseSessions'
  readonly by: 'owner' | 'admin' | 'system'
}

/** Events that end all sessions of their account. */
export const ENDS_SESSIONS: readonly EventType[] = [
  'PasswordChanged',
  'PasswordDropped',
  'SessionsClosed',
  'AccountDeactivated',
  'AccountErased',
]

export const afterSessionsEnded = (state: RegisteredAccount, { type }: PastEvent): RegisteredAccount =>
  ENDS_SESSIONS.includes(type) ? { ...state, sessionVersion: state.sessionVersion + 1 } : state

/** @throws Refusal wrong-credentials, account-inactive */
export function mayEnter(state: Account): RegisteredAccount {
  if (state.status === 'unknown') throw new Refusal('wrong-credentials')
  if (!state.isActive) throw new Refusal('account-inactive')
  return state
}

export const closeSessions = ({ by }: Pick<CloseSessions, 'by'>): Events => [
  { type: 'SessionsClosed', data: { by } },
]
