import type { Request, Router } from 'express'
import { signInsStream, type User } from '@app/contracts/accounts.ts'
import { isStoreError, type AppendResult } from '@app/contracts/event-store.ts'
import { ifBlocked, readable } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { postLogin, type Session } from '@app/contracts/login.ts'
import { userAgentOf } from '@app/projections/traffic/request-signs.ts'
import { append, causeBy, envelop, load, type CommandContext } from '../kernel/commands.ts'
import type { Ctx } from '../platform/ctx.ts'
import { route } from '../platform/http/route.ts'
import { profile } from '../profiles/profile.ts'
import { credentialOf, isActivated, mayEnter, type Account, type RegisteredAccount } from './account-state.ts'
import { hashOf, loadAccount } from './find-account.ts'

/** Unknown addresses and wrong passwords get the same answer, in the same time. */
export function loginRoute(router: Router, deps: Ctx): void {
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

const NEWS_AFTER_MS = 10 * 60_000

/** One event per ten minutes at most: repeated logins make no history. */
export async function recordSignIn(
  deps: CommandContext,
  accountId: string,
  method: 'password' | 'external',
): Promise<AppendResult | undefined> {
  const stream = signInsStream(accountId)
  const [last] = await deps.store.log.readStream(stream, { direction: 'backward', limit: 1 })
  const since = deps.now().getTime() - NEWS_AFTER_MS
  if (last !== undefined && Date.parse(last.meta.occurredAt) > since) return undefined
  const cause = causeBy(deps, { kind: 'owner', id: accountId })
  const event = envelop({ type: 'SignedIn', data: { method } }, deps.newId(), cause)
  return append(deps.store, stream, last?.revision ?? 'noStream', [event]).catch(unlessConflict)
}

function unlessConflict(error: unknown): undefined {
  if (!isStoreError(error, 'Conflict')) throw error
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
