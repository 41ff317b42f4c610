import type { DomainEvent, EventType, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account, RegisteredAccount } from './account-state.ts'

type Events = readonly DomainEvent[]

export interface SignIn {
  readonly type: 'SignIn'
  readonly method: 'password' | 'external'
  /** A sign-in after this instant, whose session is still valid, makes this command yield no event. */
  readonly unlessSince?: string
}
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
  ENDS_SESSIONS.includes(type)
    ? { ...state, sessionVersion: state.sessionVersion + 1, signedInAt: undefined }
    : state

export function signIn({ method, unlessSince }: SignIn, state: Account): Events {
  if (state.status === 'unknown') throw new Refusal('wrong-credentials')
  if (!state.isActive) throw new Refusal('account-inactive')
  const isKnown = Date.parse(state.signedInAt ?? '') > Date.parse(unlessSince ?? '')
  return isKnown ? [] : [{ type: 'SignedIn', data: { method } }]
}

export const closeSessions = ({ by }: Pick<CloseSessions, 'by'>): Events => [
  { type: 'SessionsClosed', data: { by } },
]
