import type { PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import type { Occurrence } from './decider.ts'

export type Account =
  /** `sessionVersion` outlives an erasure: tokens of before must not open an account made anew. */
  | { readonly status: 'unknown'; readonly sessionVersion: number }
  | {
      readonly status: 'registered'
      readonly name: string
      readonly email: string
      /** Names the password in the vault; undefined without one. */
      readonly credentialId: string | undefined
      /** The newest of those before it: what is left of them in the vault is to be removed. */
      readonly replacedCredentials: readonly string[]
      readonly hasPassword: boolean
      /**
       * Whether password and sessions are known to be of the person with the mailbox, or of the installation. Anybody may
       * register a stranger's address, and activate it with a card of their own.
       */
      readonly isHolderProven: boolean
      readonly isActive: boolean
      readonly isAdmin: boolean
      readonly activation: Activation | undefined
      readonly maxProfiles: number
      /** Profiles that take a place, in the order in which they were made. */
      readonly slots: readonly string[]
      readonly externalLogins: readonly ExternalLogin[]
      /** The newest link to a new password, while it was not used. */
      readonly reset: PasswordReset | undefined
      /** Grows with all that ends sessions: a token of an older version is refused. */
      readonly sessionVersion: number
      /** When somebody last signed in to a session that still holds. */
      readonly signedInAt: string | undefined
      /** An erased one's e-mail may have come back since. */
      readonly registeredAt: string
      /** Events since then, without links to a new password: strangers can ask for those. */
      readonly recorded: number
      readonly linksAsked: number
    }
export type RegisteredAccount = Extract<Account, { status: 'registered' }>

export interface Activation {
  /** Absent where no card was needed. */
  readonly code: string | undefined
  readonly profileId: string | undefined
}
export interface PasswordReset {
  readonly tokenHash: string
  readonly expiresAt: string
}
export interface ExternalLogin {
  readonly issuer: string
  /** Undefined once the account's person was forgotten. */
  readonly subject: string | undefined
}

const DEFAULT_MAX_PROFILES = 1

/** Administrators count as activated. */
export const isActivated = ({ activation, isAdmin }: RegisteredAccount): boolean =>
  activation !== undefined || isAdmin

export const NO_ACCOUNT: Account = { status: 'unknown', sessionVersion: 0 }

/** An account after an event of its stream. */
export function evolveAccount(state: Account, event: PastEvent, { occurredAt }: Occurrence): Account {
  if (event.type === 'AccountRegistered') return registered(event.data, state.sessionVersion, occurredAt)
  if (event.type === 'AccountErased') return { status: 'unknown', sessionVersion: state.sessionVersion + 1 }
  if (state.status === 'unknown') return state
  const counted = afterCount(state, event)
  if (event.type === 'SignedIn') return { ...counted, signedInAt: occurredAt }
  return afterChange(afterSessionsEnded(counted, event), event)
}

const afterCount = (state: RegisteredAccount, { type }: PastEvent): RegisteredAccount =>
  type === 'PasswordResetRequested'
    ? { ...state, linksAsked: state.linksAsked + 1 }
    : { ...state, recorded: state.recorded + 1 }

const registered = (
  { name = '', email = '', credentialId, consent }: PastEventOf<'AccountRegistered'>['data'],
  sessionVersion: number,
  registeredAt: string,
): RegisteredAccount => ({
  status: 'registered',
  name,
  email,
  credentialId,
  replacedCredentials: [],
  hasPassword: credentialId !== undefined,
  // Only the registration form asks for consent: without it the installation made the account.
  isHolderProven: consent === undefined,
  isActive: true,
  isAdmin: false,
  activation: undefined,
  maxProfiles: DEFAULT_MAX_PROFILES,
  slots: [],
  externalLogins: [],
  reset: undefined,
  sessionVersion,
  signedInAt: undefined,
  registeredAt,
  recorded: 1,
  linksAsked: 0,
})

/** What makes older tokens worthless. */
function afterSessionsEnded(state: RegisteredAccount, { type }: PastEvent): RegisteredAccount {
  const ended =
    type === 'PasswordChanged' ||
    type === 'PasswordDropped' ||
    type === 'SessionsClosed' ||
    type === 'AccountDeactivated'
  return ended ? { ...state, sessionVersion: state.sessionVersion + 1, signedInAt: undefined } : state
}

function afterChange(state: RegisteredAccount, event: PastEvent): RegisteredAccount {
  switch (event.type) {
    case 'AccountRenamed':
      return { ...state, name: event.data.name ?? '' }
    case 'AdminGranted':
      return { ...state, isAdmin: true }
    case 'AdminRevoked':
      return { ...state, isAdmin: false }
    case 'AccountDeactivated':
      return { ...state, isActive: false }
    case 'AccountReactivated':
      return { ...state, isActive: true }
    default:
      return afterProfiles(afterLogin(state, event), event)
  }
}

/** Each change removes those before it: more than a few are left only where many removals in a row failed. */
const REPLACED_MAX = 50

const withReplaced = (state: RegisteredAccount): RegisteredAccount['replacedCredentials'] =>
  state.credentialId === undefined
    ? state.replacedCredentials
    : [...state.replacedCredentials, state.credentialId].slice(-REPLACED_MAX)

/** How its owner comes in. */
function afterLogin(state: RegisteredAccount, event: PastEvent): RegisteredAccount {
  switch (event.type) {
    case 'PasswordChanged': {
      const { by, credentialId } = event.data
      return {
        ...state,
        credentialId,
        replacedCredentials: withReplaced(state),
        hasPassword: true,
        // Owners set theirs by the present one, which says no more than that one did.
        isHolderProven: state.isHolderProven || by !== 'owner',
        reset: undefined,
      }
    }
    case 'PasswordDropped': {
      return {
        ...state,
        credentialId: undefined,
        replacedCredentials: withReplaced(state),
        hasPassword: false,
        // Nobody holds anything of before.
        isHolderProven: true,
        reset: undefined,
      }
    }
    case 'PasswordResetRequested':
      return { ...state, reset: event.data }
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
