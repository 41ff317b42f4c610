import { Router } from 'express'
import { postLogin } from '@app/contracts/sign-in.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account, RegisteredAccount } from './account/account-state.ts'
import { mayEnter } from './account/account-sessions.ts'
import { recordSignIn } from './claim-identity.ts'
import { sessionOf } from './session-answer.ts'
import { loadAccount } from './account-deps.ts'
import { credentialOf, hashOf } from './password-change.ts'
import { emailRoutes } from './email-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { resetRoutes } from './reset-link.ts'
import { route } from '../platform/http/route.ts'
import { registerRoutes } from './register-routes.ts'
import type { Ctx } from '../platform/ctx.ts'

export function authRoutes(deps: Ctx): Router {
  const router = Router()
  loginRoute(router, deps)
  registerRoutes(router, deps)
  sessionRoutes(router, deps)
  ownAccountRoutes(router, deps)
  emailRoutes(router, deps)
  resetRoutes(router, deps)
  return router
}

/** Unknown addresses and wrong passwords get the same answer, in the same time. */
function loginRoute(router: Router, deps: Ctx): void {
  route(router, deps, postLogin, async ({ body, wrote, concerns, request }) => {
    const id = await deps.findAccountId(body.email)
    concerns(id)
    const before = await loadAccount(deps, id)
    const hash = await hashOf(deps, id, before)
    if (!(await deps.passwords.matches(body.password, hash))) throw new Refusal('wrong-credentials')
    const state = mayEnter(await loadAccount(deps, id))
    if (!isStillRight(before, state)) throw new Refusal('wrong-credentials')
    wrote(await recordSignIn(deps, id, 'password'))
    return sessionOf(deps, { id, state, request })
  })
}

/** The password may have been changed during the comparison. */
const isStillRight = (before: Account, after: RegisteredAccount): boolean =>
  after.hasPassword && credentialOf(before) === after.credentialId
