import type { Actor, Position } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { RegisteredAccount } from './account-state.ts'
import { account, type AccountCommand } from './account.ts'
import { activationCode } from '../codes/activation-code.ts'
import { profile } from '../profiles/profile.ts'
import { handle, load, type Cause, causeBy, type CommandContext, type Naming } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { createProfileOf, type MadeProfile } from '../profiles/create-profile.ts'

export interface Activated {
  readonly account: RegisteredAccount
  readonly slug: string | undefined
  /** Read models that have passed it contain the activation and the profile. */
  readonly position: Position
}

interface Redeemed {
  readonly accountId: string
  readonly codeId: string
  readonly cause: Cause
}

/**
 * The code's stream decides concurrent redemptions. After a crash the reaction to CodeRedeemed, or the same call again,
 * completes the rest. @throws Refusal already-activated, invalid-code
 */
export async function activateAccount(
  deps: CommandContext & Naming,
  { accountId, code, actor }: { readonly accountId: string; readonly code: string; readonly actor: Actor },
): Promise<Activated> {
  const { state } = await load(deps.store, account, accountStream(accountId))
  if (state.status === 'unknown') throw new Refusal('unauthenticated')
  const codeId = deps.names.activationCode(code)
  if (state.activation !== undefined && state.activation.code !== codeId)
    throw new Refusal('already-activated')
  const cause = causeBy(deps, actor)
  await handle(deps.store, activationCode, {
    stream: activationCodeStream(codeId),
    command: { type: 'RedeemCode', accountId },
    cause,
    newId: deps.newId,
  })
  return finishActivation(deps, { accountId, codeId, cause })
}

/** @throws Refusal already-activated when another code activated the account meanwhile: this code is free again */
export async function finishActivation(
  deps: CommandContext & Naming,
  { accountId, codeId, cause }: Redeemed,
): Promise<Activated> {
  const { state: redeemed } = await load(deps.store, activationCode, activationCodeStream(codeId))
  if (redeemed.status !== 'used' || redeemed.accountId !== accountId) throw new Refusal('invalid-code')
  const { maxProfiles } = redeemed
  const profileId = derivedId(`first profile 0 of ${accountId} by ${codeId}`)
  const command = { type: 'Activate', code: codeId, maxProfiles, profileId } as const
  const state = await run(deps, accountId, command, cause).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'already-activated')
      await releaseCode(deps, { accountId, codeId, cause })
    throw error
  })
  const first = state.activation?.profileId
  if (first === undefined || !state.slots.includes(first))
    return { account: state, slug: undefined, position: await deps.store.log.headPosition() }
  const { slug, position } = await createProfileOf(deps, state, {
    profileId: first,
    ownerId: accountId,
    cause,
  })
  return { account: state, slug, position }
}

export async function releaseCode(
  { store, newId }: CommandContext,
  { accountId, codeId, cause }: Redeemed,
): Promise<void> {
  const stream = activationCodeStream(codeId)
  await handle(store, activationCode, { stream, command: { type: 'ReleaseCode', accountId }, cause, newId })
}

/** Completed after a crash by the reaction to ProfileSlotTaken or the same call. @throws Refusal profile-limit */
export async function takeSlotAndCreate(
  deps: CommandContext & Naming,
  {
    accountId,
    profileId,
    actor,
  }: { readonly accountId: string; readonly profileId: string; readonly actor: Actor },
): Promise<MadeProfile> {
  const { state: before } = await load(deps.store, profile, profileStream(profileId))
  // A repeated call whose profile was deleted since.
  if (before.status === 'deleted') throw new Refusal('not-found')
  const cause = causeBy(deps, actor)
  const state = await run(deps, accountId, { type: 'TakeProfileSlot', profileId }, cause)
  return createProfileOf(deps, state, { profileId, ownerId: accountId, cause })
}

async function run(
  deps: CommandContext,
  accountId: string,
  command: AccountCommand,
  cause: Cause,
): Promise<RegisteredAccount> {
  const stream = accountStream(accountId)
  const { state } = await handle(deps.store, account, { stream, command, cause, newId: deps.newId })
  if (state.status === 'unknown') throw new Refusal('not-found')
  return state
}
