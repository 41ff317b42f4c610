import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Register, RegisterExternally } from '../account-logins.ts'
import type { Account, RegisteredAccount } from '../account-state.ts'
import { account } from '../account.ts'
import { stateAfter } from '../../kernel/testing/specification.ts'

/** Facts of one account, Ana's, to be varied by spread. */
export const ANA = { name: 'Ana Paz', email: 'ana@x.example' }
export const PASSWORD = '0190b5a0-7c1e-7d3a-8f00-0000000000c1'
export const NEW_PASSWORD = '0190b5a0-7c1e-7d3a-8f00-0000000000c2'
export const PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000d1'
export const SECOND_PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000d2'
export const CODE = 'K7WM-3XQA-9PZT'
export const GOOGLE = { issuer: 'https://accounts.example', subject: 'g-1' }
export const CONSENT = 'register-2026-11'

export const register: Register = { type: 'Register', ...ANA, credentialId: PASSWORD, consent: CONSENT }
export const registerExternally: RegisterExternally = {
  type: 'RegisterExternally',
  ...ANA,
  ...GOOGLE,
  consent: CONSENT,
}

export const registered = {
  type: 'AccountRegistered',
  data: { ...ANA, credentialId: PASSWORD, consent: CONSENT },
} as const
export const founded = { type: 'AccountRegistered', data: { ...ANA, credentialId: PASSWORD } } as const
export const slotTaken = (profileId: string) => ({ type: 'ProfileSlotTaken', data: { profileId } }) as const
export const slotFreed = (profileId: string) => ({ type: 'ProfileSlotFreed', data: { profileId } }) as const
export const limitChanged = (maxProfiles: number) =>
  ({ type: 'ProfileLimitChanged', data: { maxProfiles } }) as const
export const activated = {
  type: 'AccountActivated',
  data: { code: CODE, maxProfiles: 3, profileId: PROFILE },
} as const
export const granted = { type: 'AdminGranted', data: {} } as const
export const revoked = { type: 'AdminRevoked', data: {} } as const
export const deactivated = { type: 'AccountDeactivated', data: {} } as const
export const reactivated = { type: 'AccountReactivated', data: {} } as const
export const erasureRequested = { type: 'AccountErasureRequested', data: {} } as const
export const erased = { type: 'AccountErased', data: {} } as const
export const passwordDropped = { type: 'PasswordDropped', data: {} } as const
export const linked = { type: 'ExternalLoginLinked', data: GOOGLE } as const
export const passwordReset = {
  type: 'PasswordChanged',
  data: { by: 'reset', credentialId: NEW_PASSWORD },
} as const

export const accountAfter = (...events: readonly PastEvent[]): Account => stateAfter(account, events)

/** @throws where there is no account */
export function registeredAfter(...events: readonly PastEvent[]): RegisteredAccount {
  const state = accountAfter(registered, ...events)
  if (state.status !== 'registered') throw new Error('there is no account')
  return state
}
