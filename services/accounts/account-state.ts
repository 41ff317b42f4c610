import type { PastEvent, PastEventOf, DomainEvent, EventType } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { Occurrence } from '../kernel/decider.ts'
import { Refusal } from '@app/contracts/refusals.ts'

export type Account =
  /** `sessionVersion` survives an erasure: old logs have accounts that were registered anew on the same stream. */
  | { readonly status: 'unknown'; readonly sessionVersion: number }
  | {
      readonly status: 'registered'
      readonly name: string
      readonly email: string
      /** Id of the password in the vault; undefined without a password. */
      readonly credentialId: string | undefined
      /** The one before, which has to be removed from the vault. */
      readonly formerCredential: string | undefined
      readonly hasPassword: boolean
      /** False while a stranger may have set the password: anybody may register any e-mail address. */
      readonly isHolderProven: boolean
      readonly isActive: boolean
      /** Requested by the owner; lasts until the account is erased. */
      readonly isErasing: boolean
      readonly isAdmin: boolean
      readonly activation: Activation | undefined
      readonly maxProfiles: number
      readonly slots: readonly string[]
      readonly externalLogins: readonly LinkedLogin[]
      /** Grows whenever sessions end; a token of an older version is refused. */
      readonly sessionVersion: number
      /** The newest registration's: an erased account's e-mail may be registered again. */
      readonly registeredAt: string
      /** Events since registration, without requests for reset links, which former releases recorded. */
      readonly recorded: number
    }
export type RegisteredAccount = Extract<Account, { status: 'registered' }>

interface Activation {
  readonly code: string | undefined
  readonly profileId: string | undefined
}
interface LinkedLogin {
  readonly issuer: string
  /** Undefined once the personal data was erased. */
  readonly subject: string | undefined
}

export const isActivated = ({ activation, isAdmin }: RegisteredAccount): boolean =>
  activation !== undefined || isAdmin

/** Erased, for ever: the next account of its e-mail has a stream of its own. */
export const hasEnded = (state: Account): boolean => state.status === 'unknown' && state.sessionVersion > 0

export const NO_ACCOUNT: Account = { status: 'unknown', sessionVersion: 0 }

export function evolveAccount(
  state: Account,
  event: PastEvent,
  { occurredAt, revision }: Occurrence,
): Account {
  if (event.type === 'AccountRegistered') return registered(event.data, state.sessionVersion, occurredAt)
  // No event raises the version by more than one, so the revision is beyond every version before it.
  if (event.type === 'AccountErased') return { status: 'unknown', sessionVersion: Number(revision) + 1 }
  if (state.status === 'unknown' || event.type === 'SignedIn') return state
  return afterChange(afterSessionsEnded(afterCount(state, event), event), event)
}

const afterCount = (state: RegisteredAccount, event: PastEvent): RegisteredAccount =>
  event.type === 'PasswordResetRequested' ? state : { ...state, recorded: state.recorded + 1 }

const registered = (
  { name = '', email = '', credentialId, consent }: PastEventOf<'AccountRegistered'>['data'],
  sessionVersion: number,
  registeredAt: string,
): RegisteredAccount => ({
  status: 'registered',
  name,
  email,
  credentialId,
  formerCredential: undefined,
  hasPassword: credentialId !== undefined,
  // Without consent the installation made the account: only the registration form asks for consent.
  isHolderProven: consent === undefined,
  isActive: true,
  isErasing: false,
  isAdmin: false,
  activation: undefined,
  maxProfiles: LIMITS.profilesByDefault,
  slots: [],
  externalLogins: [],
  sessionVersion,
  registeredAt,
  recorded: 1,
})

function afterChange(state: RegisteredAccount, event: PastEvent): RegisteredAccount {
  switch (event.type) {
    case 'AccountRenamed':
      return { ...state, name: event.data.name ?? '' }
    case 'EmailChanged': {
      const { email = '', by } = event.data
      const isHolderProven = state.isHolderProven || by !== 'admin'
      return { ...state, email, isHolderProven }
    }
    case 'AdminGranted':
      return { ...state, isAdmin: true }
    case 'AdminRevoked':
      return { ...state, isAdmin: false }
    case 'AccountDeactivated':
      return { ...state, isActive: false }
    case 'AccountErasureRequested':
      return { ...state, isErasing: true }
    case 'AccountReactivated':
      return { ...state, isActive: true }
    default:
      return afterProfiles(afterLogin(state, event), event)
  }
}

function afterLogin(state: RegisteredAccount, event: PastEvent): RegisteredAccount {
  switch (event.type) {
    case 'PasswordChanged': {
      const { by, credentialId } = event.data
      return {
        ...state,
        credentialId,
        formerCredential: state.credentialId ?? state.formerCredential,
        hasPassword: true,
        // The owner proves the present password only, which proves no more than that password did.
        isHolderProven: state.isHolderProven || by !== 'owner',
      }
    }
    case 'PasswordDropped': {
      return {
        ...state,
        credentialId: undefined,
        formerCredential: state.credentialId ?? state.formerCredential,
        hasPassword: false,
        isHolderProven: true,
      }
    }
    case 'ExternalLoginLinked': {
      const { issuer, subject } = event.data
      return { ...state, externalLogins: [...state.externalLogins, { issuer, subject }] }
    }
    default:
      return state
  }
}

function afterProfiles(state: RegisteredAccount, event: PastEvent): RegisteredAccount {
  switch (event.type) {
    case 'AccountActivated': {
      const { code, maxProfiles, profileId } = event.data
      return { ...state, activation: { code, profileId }, maxProfiles }
    }
    case 'ProfileLimitChanged':
      return { ...state, maxProfiles: event.data.maxProfiles }
    case 'ProfileSlotTaken':
      return { ...state, slots: [...state.slots, event.data.profileId] }
    case 'ProfileSlotFreed': {
      const { profileId } = event.data
      return { ...state, slots: state.slots.filter((slot) => slot !== profileId) }
    }
    default:
      return state
  }
}

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

const afterSessionsEnded = (state: RegisteredAccount, { type }: PastEvent): RegisteredAccount =>
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
