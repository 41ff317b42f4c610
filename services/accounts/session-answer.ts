import type { Request } from 'express'
import type { Me, Session, ExternalSession } from '@app/contracts/sign-in.ts'
import type { User } from '@app/contracts/accounts.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { isActivated, type RegisteredAccount } from './account/account-state.ts'
import { profile } from '../profiles/profile.ts'
import { load } from '../kernel/commands.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { ifBlocked, readable } from '@app/contracts/fields/text.ts'
import { userAgentOf } from '@app/projections/traffic/request-signs.ts'
import type { Ctx } from '../platform/ctx.ts'

export interface CameIn {
  readonly id: string
  readonly state: RegisteredAccount
  readonly request: Request
}

export const userOf = (id: string, state: RegisteredAccount): User => ({
  id,
  name: readable(state.name),
  email: state.email,
  // Nobody registers without one, and an erased account is none.
  ...ifBlocked(state.email === ''),
  is_admin: state.isAdmin,
  is_active: state.isActive,
  activation_used: isActivated(state),
  profiles_count: state.slots.length,
  max_profiles: state.maxProfiles,
})

/** Read from the log, so that it is right as soon as the profile exists. */
export async function profileUrlOf(
  { store, publicUrl }: Pick<Ctx, 'store' | 'publicUrl'>,
  { slots: [first] }: RegisteredAccount,
): Promise<string | null> {
  if (first === undefined) return null
  const { state } = await load(store, profile, profileStream(first))
  return state.status === 'created' && state.slug !== '' ? `${publicUrl}/pages/${state.slug}` : null
}

export const meOf = async (
  deps: Pick<Ctx, 'store' | 'publicUrl'>,
  id: string,
  state: RegisteredAccount,
): Promise<Me> => ({
  user: userOf(id, state),
  profile_url: await profileUrlOf(deps, state),
  needs_activation: !isActivated(state),
  has_password: state.hasPassword,
})

/** Only for a caller who has just proven to own the account: their address becomes a usual one. */
export async function beginSession(deps: Ctx, { id, state, request }: CameIn): Promise<string> {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, LIMITS.userAgentCharsMax)
  const { device } = userAgentOf(userAgent)
  const [token] = await Promise.all([
    deps.accessControl.begin(id, state, device),
    deps.usualAddresses.add(id, deps.addressOf(request)),
  ])
  return token
}

export async function sessionOf(deps: Ctx, cameIn: CameIn): Promise<Session> {
  const { id, state } = cameIn
  return {
    access_token: await beginSession(deps, cameIn),
    user: userOf(id, state),
    profile_url: await profileUrlOf(deps, state),
    needs_activation: !isActivated(state),
  }
}

export async function externalSessionOf(deps: Ctx, cameIn: CameIn): Promise<ExternalSession> {
  const session = await sessionOf(deps, cameIn)
  return {
    ...session,
    session_token: session.access_token,
    activation_message: session.needs_activation ? REFUSALS.needs_activation.detail : null,
  }
}
