import { Router } from 'express'
import { postLogin, type User } from '@app/contracts/api/auth.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account, type RegisteredAccount } from '@app/domain/account.ts'
import { handle } from '@app/event-store/handle.ts'
import type { Passwords } from '@app/outside/passwords.ts'
import type { Credentials } from '@app/vault/credentials.ts'
import { route } from './route.ts'
import type { Viewers } from './viewer.ts'

export interface AuthDeps {
  readonly store: EventStore
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly accountIdOf: (email: string) => string
  readonly viewers: Viewers
  readonly now: () => Date
  readonly newId: () => string
}

const userOf = (id: string, state: RegisteredAccount): User => ({
  id,
  name: state.name,
  email: state.email,
  is_admin: state.isAdmin,
  is_active: state.isActive,
  activation_used: state.isActivated || state.isAdmin,
  profiles_count: state.profiles,
  max_profiles: state.maxProfiles,
})

/** Signing in. Unknown addresses and wrong passwords are told apart by nothing: not by text, not by time. */
export function authRoutes(deps: AuthDeps): Router {
  const router = Router()
  route(router, deps.viewers, postLogin, async ({ body }) => {
    const id = deps.accountIdOf(body.email)
    const matches = await deps.passwords.matches(body.password, await deps.credentials.find(id))
    if (!matches) throw new Refusal('wrong-credentials')
    const stream = accountStream(id)
    const { state } = await handle(deps.store, account, {
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
    return {
      access_token: deps.viewers.sign(id, state),
      user: userOf(id, state),
      profile_url: null,
      needs_activation: !state.isActivated && !state.isAdmin,
    }
  })
  return router
}
