import type { Router, Request } from 'express'
import { Refusal, REFUSALS } from '@app/contracts/refusals.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { decideAccount, loadAccount } from './find-account.ts'
import { hashOf, credentialOf, setPassword, refuseWeak } from './password-change.ts'
import {
  getMe,
  type Me,
  type Session,
  type ExternalSession,
  postCloseSessions,
} from '@app/contracts/sign-in.ts'
import { postChangePassword, deleteSession, getSessions, postLogout } from '@app/contracts/own-account.ts'
import { type Account, isActivated, type RegisteredAccount } from './account-state.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { User } from '@app/contracts/accounts.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { profile } from '../profiles/profile.ts'
import { load } from '../kernel/commands.ts'
import { ifBlocked, readable } from '@app/contracts/fields/text.ts'
import { userAgentOf } from '@app/projections/traffic/request-signs.ts'

export function sessionRoutes(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, getMe, async (_request, { accountId, account }) =>
    meOf(deps, accountId, account),
  )

  guardedRoute(router, deps, postCloseSessions, async ({ wrote }, { accountId }) => {
    const { appended } = await decideAccount(deps, accountId, { type: 'CloseSessions', by: 'owner' })
    wrote(appended)
    return { message: 'Cerraste todas tus sesiones.' }
  })

  openSessionRoutes(router, deps)

  guardedRoute(router, deps, postChangePassword, async ({ body, wrote, request }, { accountId }) => {
    const before = await loadAccount(deps, accountId)
    const hash = await hashOf(deps, accountId, before)
    if (!(await deps.passwords.matches(body.current_password, hash)))
      throw new Refusal('wrong-credentials', 'Tu contraseña actual no es correcta.', {
        field: 'current_password',
      })
    const { new_password: password } = body
    await refuseWeak(deps, { password, email: emailOf(before), field: 'new_password' })
    const replaces = credentialOf(before)
    const { state, appended } = await setPassword(deps, {
      accountId,
      password,
      commandOf: (credentialId) => ({ type: 'ReplacePassword', by: 'owner', credentialId, replaces }),
    })
    if (state.status === 'unknown') throw new Refusal('unauthenticated')
    wrote(appended)
    return sessionOf(deps, { id: accountId, state, request })
  })
}

const emailOf = (state: Account): string => (state.status === 'registered' ? state.email : '')

function openSessionRoutes(router: Router, deps: Ctx): void {
  const { openSessions } = deps

  guardedRoute(
    router,
    deps,
    getSessions,
    async (_request, { accountId, account: { sessionVersion }, sessionId }) => {
      const open = await openSessions.list(accountId, sessionVersion)
      return open.map(({ id, device, beganAt, seenAt }) => ({
        id,
        device,
        began_at: beganAt.toISOString(),
        seen_at: seenAt.toISOString(),
        is_current: id === sessionId,
      }))
    },
  )

  guardedRoute(router, deps, deleteSession, async ({ params }, { accountId }) => {
    if (!(await openSessions.end(accountId, params.sessionId))) throw new Refusal('not-found')
    return { message: 'Cerraste esa sesión.' }
  })

  guardedRoute(router, deps, postLogout, async (_request, { accountId, sessionId }) => {
    await openSessions.end(accountId, sessionId)
    return { message: 'Cerraste tu sesión.' }
  })
}

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
