import type { Actor, Position } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { AccountCommand } from '@app/domain/account-commands.ts'
import type { RegisteredAccount } from '@app/domain/account-state.ts'
import { account } from '@app/domain/account.ts'
import { activationCode } from '@app/domain/activation-code.ts'
import { profile } from '@app/domain/profile.ts'
import { handle, load, type Cause } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { causeBy, type Acting } from '../command-context.ts'
import { createProfileOf, type MadeProfile } from '../profiles/create-profile.ts'
import { findCodeId, type Naming } from '../named-streams.ts'

export interface Activated {
  readonly account: RegisteredAccount
  /** Of the first profile; undefined where it was deleted since. */
  readonly slug: string | undefined
  /** Views that have passed it hold all of it. */
  readonly position: Position
}

/** A code that an account has redeemed. */
interface Redeemed {
  readonly accountId: string
  /** Names the code's stream. */
  readonly codeId: string
  readonly cause: Cause
}

/**
 * Redeems a code for an account, then activates the account, then makes its first profile. The code decides: its stream
 * has one winner. What a crash leaves undone is done by the reaction to CodeRedeemed, or by the same call again.
 * @param code as it is printed
 * @throws Refusal already-activated by another code, which is left as it is; invalid-code
 */
export async function activateAccount(
  deps: Acting & Naming,
  { accountId, code, actor }: { readonly accountId: string; readonly code: string; readonly actor: Actor },
): Promise<Activated> {
  const { state } = await load(deps.store, account, accountStream(accountId))
  if (state.status === 'unknown') throw new Refusal('unauthenticated')
  const codeId = await findCodeId(deps, code)
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

/**
 * All that follows from a redeemed code.
 * @throws Refusal already-activated when the account was activated by another code meanwhile: this one is free again
 */
export async function finishActivation(
  deps: Acting & Naming,
  { accountId, codeId, cause }: Redeemed,
): Promise<Activated> {
  const { state: redeemed } = await load(deps.store, activationCode, activationCodeStream(codeId))
  if (redeemed.status !== 'used' || redeemed.accountId !== accountId) throw new Refusal('invalid-code')
  const { maxProfiles } = redeemed
  const profileId = await firstProfileId(deps, accountId, codeId)
  const command = { type: 'Activate', code: codeId, maxProfiles, profileId } as const
  const state = await run(deps, accountId, command, cause).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'already-activated')
      await releaseCode(deps, { accountId, codeId, cause })
    throw error
  })
  const first = state.activation?.profileId
  if (first === undefined || !state.slots.includes(first))
    return { account: state, slug: undefined, position: await deps.store.headPosition() }
  const { slug, position } = await createProfileOf(deps, state, {
    profileId: first,
    ownerId: accountId,
    cause,
  })
  return { account: state, slug, position }
}

/** Gives a card back whose account was activated by another one: both were sent at once. Again it does nothing. */
export async function releaseCode(
  { store, newId }: Acting,
  { accountId, codeId, cause }: Redeemed,
): Promise<void> {
  const stream = activationCodeStream(codeId)
  await handle(store, activationCode, { stream, command: { type: 'ReleaseCode', accountId }, cause, newId })
}

/** The same in every try. One that was deleted with an account of before is not made again: the next one is. */
async function firstProfileId({ store }: Acting, accountId: string, codeId: string): Promise<string> {
  for (let n = 0; ; n += 1) {
    const profileId = derivedId(`first profile ${n} of ${accountId} by ${codeId}`)
    const { state } = await load(store, profile, profileStream(profileId))
    if (state.status !== 'deleted') return profileId
  }
}

/**
 * One more profile within the account's limit, which is decided on the account's stream. What a crash leaves undone is
 * done by the reaction to ProfileSlotTaken, or by the same call again.
 * @throws Refusal profile-limit
 */
export async function takeSlotAndCreate(
  deps: Acting & Naming,
  {
    accountId,
    profileId,
    actor,
  }: { readonly accountId: string; readonly profileId: string; readonly actor: Actor },
): Promise<MadeProfile> {
  const cause = causeBy(deps, actor)
  const state = await run(deps, accountId, { type: 'TakeProfileSlot', profileId }, cause)
  return createProfileOf(deps, state, { profileId, ownerId: accountId, cause })
}

async function run(
  deps: Acting,
  accountId: string,
  command: AccountCommand,
  cause: Cause,
): Promise<RegisteredAccount> {
  const stream = accountStream(accountId)
  const { state } = await handle(deps.store, account, { stream, command, cause, newId: deps.newId })
  if (state.status === 'unknown') throw new Refusal('not-found')
  return state
}
