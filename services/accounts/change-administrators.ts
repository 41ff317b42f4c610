import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream, ADMINISTRATORS_STREAM } from '@app/contracts/accounts.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account } from './account-state.ts'
import { account } from './account.ts'
import { administrators, type Administrators, type AdministratorsCommand } from './administrators.ts'
import { load, handleBy, type CommandContext } from '../kernel/commands.ts'

type RightsCommand = 'GrantAdmin' | 'RevokeAdmin' | 'Deactivate' | 'Reactivate' | 'RequestErasure'

/**
 * A grant goes to the account first and then to the list, a removal the other way round: so a listed account is an
 * administrator. After a crash the same call completes it. @throws Refusal not-found, conflict
 */
export async function grantAdmin(deps: CommandContext, accountId: string, actor: Actor) {
  const { isActive } = await getAccount(deps, accountId)
  if (!isActive) throw new Refusal('conflict', 'Esa cuenta está desactivada: reactívala primero.')
  const { events } = await run(deps, accountId, 'GrantAdmin', actor)
  await list(deps, accountId, actor)
  // The password and the sessions may have been a stranger's.
  const hasEndedLogins = events.some(({ type }) => type === 'PasswordDropped')
  return { isNew: events.length > 0, hasEndedLogins }
}

/** @throws Refusal not-found */
export async function reactivateAccount(
  deps: CommandContext,
  accountId: string,
  actor: Actor,
): Promise<boolean> {
  await getAccount(deps, accountId)
  const { state, events } = await run(deps, accountId, 'Reactivate', actor)
  if (isAdministrator(state)) await list(deps, accountId, actor)
  return events.length > 0
}

/** A requested erasure is finished whatever happens. @throws Refusal not-found, last-administrator */
export async function endRights(
  deps: CommandContext,
  accountId: string,
  type: Exclude<RightsCommand, 'GrantAdmin' | 'Reactivate'>,
  actor: Actor,
): Promise<boolean> {
  await getAccount(deps, accountId)
  await delist(deps, accountId, actor)
  const { events } = await run(deps, accountId, type, actor)
  // A concurrent call that saw the earlier account may have listed it again.
  await delist(deps, accountId, actor)
  return events.length > 0
}

async function list(deps: CommandContext, accountId: string, actor: Actor): Promise<void> {
  await decideOnList(deps, { type: 'ListAdministrator', accountId }, actor)
  const state = await loadAccount(deps, accountId)
  // A concurrent call took the right, and did not see the account on the list.
  if (!isAdministrator(state)) await delist(deps, accountId, actor)
}

async function delist(deps: CommandContext, accountId: string, actor: Actor): Promise<void> {
  const { state: listed } = await load(deps.store, administrators, ADMINISTRATORS_STREAM)
  if (!listed.ids.has(accountId)) return
  const canSignIn = await findAbleAmong(deps, listed, accountId)
  await decideOnList(deps, { type: 'DelistAdministrator', accountId, canSignIn }, actor)
}

/** More than one, because some may be taken off the list meanwhile; few, so that no list is read whole. */
const OTHERS_MAX = 8

async function findAbleAmong(
  deps: CommandContext,
  { ids }: Administrators,
  besides: string,
): Promise<ReadonlySet<string>> {
  const able = new Set<string>()
  for (const id of ids) {
    if (id === besides) continue
    const state = await loadAccount(deps, id)
    if (isAdministrator(state) && canSignIn(state)) able.add(id)
    if (able.size === OTHERS_MAX) break
  }
  return able
}

/** A right that was granted to an account that nobody has proven to hold: its password was ended. */
const canSignIn = (state: Account): boolean =>
  state.status === 'registered' &&
  state.isHolderProven &&
  (state.hasPassword || state.externalLogins.some(({ subject }) => subject !== undefined))

const isAdministrator = (state: Account): boolean =>
  state.status === 'registered' && state.isAdmin && state.isActive

async function loadAccount({ store }: CommandContext, accountId: string): Promise<Account> {
  return (await load(store, account, accountStream(accountId))).state
}

async function getAccount(deps: CommandContext, accountId: string) {
  const state = await loadAccount(deps, accountId)
  if (state.status === 'unknown') throw new Refusal('not-found', 'No existe esa cuenta.')
  return state
}

const run = (deps: CommandContext, accountId: string, type: RightsCommand, actor: Actor) =>
  handleBy(deps, account, { stream: accountStream(accountId), command: { type }, actor })

const decideOnList = (deps: CommandContext, command: AdministratorsCommand, actor: Actor) =>
  handleBy(deps, administrators, { stream: ADMINISTRATORS_STREAM, command, actor })
