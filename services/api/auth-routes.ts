import { Router } from 'express'
import { postLogin } from '@app/contracts/api/auth.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account } from '@app/domain/account-state.ts'
import { account } from '@app/domain/account.ts'
import { handle, load } from '@app/event-store/handle.ts'
import type { Passwords } from '@app/outside/passwords.ts'
import type { Credentials } from '@app/vault/credentials.ts'
import { route, type RouteDeps } from './route.ts'
import { sessionOf, type SessionDeps } from './session-answer.ts'

export interface AuthDeps extends RouteDeps, SessionDeps {
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly now: () => Date
  readonly newId: () => string
}

/** The hash that holds now, if there is one. */
async function hashOf({ credentials }: AuthDeps, id: string, state: Account): Promise<string | undefined> {
  const credentialId = state.status === 'registered' ? state.credentialId : undefined
  return credentials.find(id, credentialId)
}

/** Signing in. Unknown addresses and wrong passwords are told apart by nothing: not by text, not by time. */
export function authRoutes(deps: AuthDeps): Router {
  const router = Router()
  route(router, deps, postLogin, async ({ body, wrote }) => {
    const id = deps.accountIdOf(body.email)
    const stream = accountStream(id)
    const before = await load(deps.store, account, stream)
    const hash = await hashOf(deps, id, before.state)
    if (!(await deps.passwords.matches(body.password, hash))) throw new Refusal('wrong-credentials')
    const { state, appended } = await handle(deps.store, account, {
      stream,
      command: { type: 'SignIn', method: 'password' },
      cause: {
        actor: { kind: 'owner', id },
        occurredAt: deps.now().toISOString(),
        correlationId: deps.newId(),
      },
      newId: deps.newId,
    })
    if (state.status === 'unknown') throw new Refusal('wrong-credentials')
    wrote(appended)
    return sessionOf(deps, id, state)
  })
  return router
}
