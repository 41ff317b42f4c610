import { Router } from 'express'
import {
  getAdminUsers,
  putAdminUser,
  type AdminUser,
  type UserChanges,
} from '@app/contracts/administration.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { LOWER_CASE_UUID, ifBlocked, readable } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { RegisteredAccount } from './account-state.ts'
import { account } from './account.ts'
import { load, handleBy } from '../kernel/commands.ts'
import { changeEmail } from './change-email.ts'
import { reactivateAccount, endRights } from './change-administrators.ts'
import { listAccounts, type ListedAccount } from '@app/projections/accounts/queries.ts'
import { userOf } from './login.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { askedPageOf, rowsOf } from '../platform/http/list-answers.ts'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'

export function userRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminUsers, async ({ query, ...http }) => {
    const { search, sort, state } = query
    const listed = await listAccounts(deps, {
      ...askedPageOf({ ...query, sort }, LOWER_CASE_UUID),
      search,
      state: state === 'all' ? undefined : state,
    })
    return rowsOf(http, sort, listed).map(userRowOf)
  })

  guardedRoute(router, deps, putAdminUser, async ({ params, body, wrote }, principal) => {
    const id = params.id.toLowerCase()
    if (!LOWER_CASE_UUID.test(id)) throw new Refusal('not-found')
    await changeUser(deps, id, body, adminActor(principal))
    const { state } = await load(deps.store, account, accountStream(id))
    if (state.status === 'unknown') throw new Refusal('not-found')
    wrote({ position: await deps.store.log.headPosition() })
    return userRowOfState(id, state)
  })
  return router
}

/** Fallible steps come first, so that a refusal changes nothing. */
async function changeUser(deps: Ctx, id: string, changes: UserChanges, actor: Actor): Promise<void> {
  const { is_active: isActive, max_profiles: maxProfiles, email } = changes
  if (isActive !== undefined) await setActive(deps, id, isActive, actor)
  if (email !== undefined) await setEmail(deps, id, email, actor)
  if (maxProfiles === undefined) return
  await handleBy(deps, account, {
    stream: accountStream(id),
    command: { type: 'ChangeProfileLimit', maxProfiles },
    actor: actor,
  })
}

async function setActive(deps: Ctx, id: string, isActive: boolean, actor: Actor): Promise<void> {
  if (!isActive && id === actor.id) throw new Refusal('own-account')
  const isNew = isActive
    ? await reactivateAccount(deps, id, actor)
    : await endRights(deps, id, 'Deactivate', actor)
  if (!isNew) return
  const event = isActive ? 'account-reactivated' : 'account-deactivated'
  deps.securityLog({ event, account: id, by: 'administrator' })
}

async function setEmail(deps: Ctx, id: string, email: string, actor: Actor): Promise<void> {
  const changed = await changeEmail(deps, { accountId: id, email, by: 'admin', actor })
  if (changed !== undefined) deps.securityLog({ event: 'email-changed', account: id, by: 'administrator' })
}

const userRowOf = (listed: ListedAccount): AdminUser => ({
  id: listed.id,
  name: readable(listed.name),
  email: listed.email,
  ...ifBlocked(listed.isBlocked),
  is_admin: listed.isAdmin,
  is_active: listed.isActive,
  activation_used: listed.isActivated,
  profiles_count: listed.profilesCount,
  max_profiles: listed.maxProfiles,
  created_at: new Date(listed.createdAtMs).toISOString(),
})

const userRowOfState = (id: string, state: RegisteredAccount): AdminUser => ({
  ...userOf(id, state),
  created_at: new Date(state.registeredAt).toISOString(),
})
