import type { Router } from 'express'
import { postChangePassword, deleteSession, getSessions, postLogout } from '@app/contracts/own-account.ts'
import { getMe, postCloseSessions, type Me } from '@app/contracts/auth-calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { credentialOf, isActivated, type Account, type RegisteredAccount } from './account-state.ts'
import { decideAccount, hashOf, loadAccount } from './find-account.ts'
import { profileUrlOf, sessionOf, userOf } from './login.ts'
import { setPassword } from './password-change.ts'
import { refuseWeak } from './weak-passwords.ts'

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
