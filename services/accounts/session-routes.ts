import type { Router } from 'express'
import {
  deleteMe,
  postChangePassword,
  putMe,
  deleteSession,
  getSessions,
  postLogout,
} from '@app/contracts/own-account.ts'
import { getMe, postCloseSessions, type Me } from '@app/contracts/sign-in.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { credentialOf, isActivated, type Account, type RegisteredAccount } from './account-state.ts'
import { decideAccount, hashOf, loadAccount } from './find-account.ts'
import { profileUrlOf, sessionOf, userOf } from './login.ts'
import { refuseWeak, setPassword } from './password-change.ts'

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
  ownAccountRoutes(router, deps)

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

const meOf = async (
  deps: Pick<Ctx, 'store' | 'publicUrl'>,
  id: string,
  state: RegisteredAccount,
): Promise<Me> => ({
  user: userOf(id, state),
  profile_url: await profileUrlOf(deps, state),
  needs_activation: !isActivated(state),
  has_password: state.hasPassword,
})

const WRONG_PASSWORD = 'Esa no es tu contraseña.'

const RECENT_MS = 10 * 60_000

/**
 * A session alone may be a stranger's at an unattended desk. Only the comparison occupies a slot of the hashes: what
 * follows may last seconds. @throws Refusal wrong-credentials, or sign-in-again where there is no password
 */
async function proveOwner(deps: Ctx, principal: Principal, password = ''): Promise<void> {
  const { accountId } = principal
  const state = await loadAccount(deps, accountId)
  if (state.status === 'unknown') throw new Refusal('unauthenticated')
  if (!state.hasPassword) return refuseOldSession(deps, principal)
  const compare = async () => deps.passwords.matches(password, await hashOf(deps, accountId, state))
  const isRight = await deps.hashing(compare, async () => true)
  if (!isRight) throw new Refusal('wrong-credentials', WRONG_PASSWORD, { field: 'password' })
}

/** By this session's beginning: sign-ins within ten minutes of each other are one event. */
async function refuseOldSession({ openSessions, now }: Ctx, principal: Principal): Promise<void> {
  const { accountId, sessionId, account: state } = principal
  const open = await openSessions.list(accountId, state.sessionVersion)
  const beganAt = open.find(({ id }) => id === sessionId)?.beganAt
  if (beganAt === undefined || now().getTime() - beganAt.getTime() > RECENT_MS)
    throw new Refusal('sign-in-again')
}

const ERASED = 'Borramos tu cuenta y todo lo que era tuyo.'

const ERASING = 'Tu cuenta ya está cerrada. En unos minutos termina de borrarse lo que queda.'

const LAST_ADMINISTRATOR = 'Eres el último administrador activo. Nombra a otro antes de borrar tu cuenta.'

function ownAccountRoutes(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, putMe, async ({ body, wrote }, { accountId }) => {
    const { state, appended } = await decideAccount(deps, accountId, {
      type: 'RenameAccount',
      name: body.name,
    })
    if (state.status === 'unknown') throw new Refusal('unauthenticated')
    wrote(appended)
    return meOf(deps, accountId, state)
  })

  guardedRoute(router, deps, deleteMe, async ({ body }, principal) => {
    await proveOwner(deps, principal, body.password)
    const isErased = await deps.eraseOwn(principal.accountId).catch(refusedInOwnWords)
    return { message: isErased ? ERASED : ERASING }
  })
}

function refusedInOwnWords(error: unknown): never {
  const isLast = error instanceof Refusal && error.code === 'last-administrator'
  throw isLast ? new Refusal('last-administrator', LAST_ADMINISTRATOR) : error
}
