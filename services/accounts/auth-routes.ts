import { Router } from 'express'
import { accountStream } from '@app/contracts/accounts.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { postActivate } from '@app/contracts/auth-calls.ts'
import { postRegister } from '@app/contracts/login.ts'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { readStream } from '../kernel/codec.ts'
import { causeBy } from '../kernel/commands.ts'
import type { Ctx } from '../platform/ctx.ts'
import { guardedRoute, route, type CallContext } from '../platform/http/route.ts'
import type { Register } from './account-logins.ts'
import { credentialOf, type RegisteredAccount } from './account-state.ts'
import { activateAccount } from './activate-account.ts'
import { emailRoutes } from './change-email.ts'
import { claimEmail, listAccountIds } from './claim-identity.ts'
import { decideAccount, loadAccount } from './find-account.ts'
import { loginRoute, profileUrlOf, sessionOf, userOf } from './login.ts'
import { refuseWeak } from './weak-passwords.ts'
import { resetRoutes } from './reset-link.ts'
import { sessionRoutes } from './session-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'

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

function registerRoutes(router: Router, deps: Ctx): void {
  route(router, deps, postRegister, async ({ body, idOf, wrote, concerns, request }) => {
    const { name, email, password } = body
    const id = await deps.findAccountId(email)
    concerns(id)
    const credentialId = idOf('credential')
    await refuseWeak(deps, { password, email, field: 'password' })
    if (await beganErased(deps, email, credentialId)) throw taken()
    // Before the check whether the address is free, so that both answers take the same time.
    const isAdded = await deps.credentials.add(id, credentialId, await deps.passwords.hash(password))
    // An earlier try under the key of this call stored a password: only somebody who knows it gets a session.
    if (!isAdded && !(await deps.passwords.matches(password, await deps.credentials.find(id, credentialId))))
      throw taken()
    const command = { type: 'Register', name, email, credentialId, consent: REGISTER_CONSENT } as const
    const state = await registered(deps, { id, command, wrote })
    return sessionOf(deps, { id, state, request })
  })

  guardedRoute(router, deps, postActivate, async ({ body, request, wrote }, { accountId }) => {
    const code = normalCode(body.code)
    if (code === undefined) throw new Refusal('invalid-code')
    const activated = await activateAccount(deps, {
      accountId,
      code,
      actor: { kind: 'owner', id: accountId },
    })
    const { account: state, slug, position } = activated
    if (position !== undefined) wrote({ position })
    return {
      message: 'Cuenta activada',
      access_token: request.headers.authorization!.replace(/^Bearer /i, ''),
      user: userOf(accountId, state),
      profile_url: await firstPage(deps, slug, state),
    }
  })
}

const taken = (): Refusal => new Refusal('email-taken', undefined, { field: 'email' })

/** Whether an earlier try under the key of this call registered an account that was erased since: it does not come back. */
async function beganErased(deps: Ctx, email: string, credentialId: string): Promise<boolean> {
  const erased = (await listAccountIds(deps, email)).slice(0, -1)
  const firsts = await Promise.all(
    erased.map((id) => readStream(deps.store, accountStream(id), { limit: 1 })),
  )
  return firsts.some(([event]) => event?.data.credentialId === credentialId)
}

async function firstPage(deps: Ctx, slug: string | undefined, state: RegisteredAccount): Promise<string> {
  if (slug !== undefined) return `${deps.publicUrl}/pages/${slug}`
  return (await profileUrlOf(deps, state)) ?? `${deps.publicUrl}/dashboard`
}

interface Attempted extends Pick<CallContext<unknown, unknown, unknown>, 'wrote'> {
  readonly id: string
  readonly command: Register
}

/** @throws Refusal email-taken, unless this attempt or an earlier try of it registered the account */
async function registered(deps: Ctx, { id, command, wrote }: Attempted): Promise<RegisteredAccount> {
  try {
    const before = await loadAccount(deps, id)
    if (before.status === 'unknown')
      await claimEmail(deps, command.email, id, causeBy(deps, { kind: 'owner', id }))
    const { state, appended } = await decideAccount(deps, id, command)
    wrote(appended)
    if (state.status === 'unknown') throw new Error('registering left no account')
    return state
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const state = await loadAccount(deps, id)
    if (credentialOf(state) !== command.credentialId) {
      await deps.credentials.remove(id, command.credentialId)
      throw error
    }
    if (state.status === 'unknown') throw error
    return state
  }
}
