import type { PastEvent, PastEventOf, EventType } from '@app/contracts/events/catalogue.ts'
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
      readonly credentialId: string | undefined
      /** The one before, which has to be removed from the vault. */
      readonly formerCredential: string | undefined
      readonly hasPassword: boolean
      /** False while a stranger may have set the password: anybody may register any e-mail address. */
      readonly isHolderProven: boolean
      readonly isActive: boolean
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
  readonly subject: string | undefined
}

export const isActivated = ({ activation, isAdmin }: RegisteredAccount): boolean =>
  activation !== undefined || isAdmin

export const credentialOf = (state: Account): string | undefined =>
  state.status === 'registered' ? state.credentialId : undefined

/** Erased, for ever: the next account of its e-mail has a stream of its own. */
export const hasEnded = (state: Account): boolean => state.status === 'unknown' && state.sessionVersion > 0

function evolve(state: Account, event: PastEvent, { occurredAt, revision }: Occurrence): Account {
  if (event.type === 'AccountRegistered') return registered(event.data, state.sessionVersion, occurredAt)
  // No event raises the version by more than one, so the revision is beyond every version before it.
  if (event.type === 'AccountErased') return { status: 'unknown', sessionVersion: Number(revision) + 1 }
  if (state.status === 'unknown' || event.type === 'SignedIn') return state
  const change = CHANGES[event.type] as Change<EventType> | undefined
  return {
    ...state,
    recorded: state.recorded + (event.type === 'PasswordResetRequested' ? 0 : 1),
    sessionVersion: state.sessionVersion + (ENDS_SESSIONS.includes(event.type) ? 1 : 0),
    ...change?.(state, event.data),
  }
}

const INITIAL: Account = { status: 'unknown', sessionVersion: 0 }

/** All that a reader of an account needs; `account` decides besides. */
export const accountState = { initial: INITIAL, evolve }

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

type Change<Type extends EventType> = (
  state: RegisteredAccount,
  data: PastEventOf<Type>['data'],
) => Partial<RegisteredAccount>

const CHANGES: { readonly [Type in EventType]?: Change<Type> } = {
  AccountRenamed: (_state, { name = '' }) => ({ name }),
  EmailChanged: ({ isHolderProven }, { email = '', by }) => ({
    email,
    isHolderProven: isHolderProven || by !== 'admin',
  }),
  AdminGranted: () => ({ isAdmin: true }),
  AdminRevoked: () => ({ isAdmin: false }),
  AccountDeactivated: () => ({ isActive: false }),
  AccountErasureRequested: () => ({ isErasing: true }),
  AccountReactivated: () => ({ isActive: true }),
  PasswordChanged: (state, { by, credentialId }) => ({
    ...withCredential(state, credentialId),
    hasPassword: true,
    // The owner proves the present password only, which proves no more than that password did.
    isHolderProven: state.isHolderProven || by !== 'owner',
  }),
  PasswordDropped: (state) => ({
    ...withCredential(state, undefined),
    hasPassword: false,
    isHolderProven: true,
  }),
  ExternalLoginLinked: ({ externalLogins }, { issuer, subject }) => ({
    externalLogins: [...externalLogins, { issuer, subject }],
  }),
  AccountActivated: (_state, { code, maxProfiles, profileId }) => ({
    activation: { code, profileId },
    maxProfiles,
  }),
  ProfileLimitChanged: (_state, { maxProfiles }) => ({ maxProfiles }),
  ProfileSlotTaken: ({ slots }, { profileId }) => ({ slots: [...slots, profileId] }),
  ProfileSlotFreed: ({ slots }, { profileId }) => ({ slots: slots.filter((slot) => slot !== profileId) }),
}

const withCredential = (state: RegisteredAccount, credentialId: string | undefined) => ({
  credentialId,
  formerCredential: state.credentialId ?? state.formerCredential,
})

export const ENDS_SESSIONS: readonly EventType[] = [
  'PasswordChanged',
  'PasswordDropped',
  'SessionsClosed',
  'AccountDeactivated',
  'AccountErased',
]

/** @throws Refusal wrong-credentials, account-inactive */
export function mayEnter(state: Account): RegisteredAccount {
  if (state.status === 'unknown') throw new Refusal('wrong-credentials')
  if (!state.isActive) throw new Refusal('account-inactive')
  return state
}
