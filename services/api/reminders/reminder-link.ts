import type { Request, Response } from 'express'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SubscribedCycle } from '@app/domain/subscription-state.ts'
import { subscription } from '@app/domain/subscription.ts'
import { load, type Events } from '@app/kernel/commands.ts'
import type { ReminderPurpose, TokenOfCycle } from '@app/vault/keys/reminder-tokens.ts'
import { limitedPage } from '../http/limits/call-lease.ts'
import type { ReminderDeps } from './reminder-deps.ts'

/** A link of a mail, and the subscription that it belongs to. */
export interface ReminderLink extends TokenOfCycle {
  /** Of the latest cycle, which may be a later one than the link's. */
  readonly state: SubscribedCycle
}

export const subscriptionOfLink = (store: Events, { subscriptionId }: Pick<TokenOfCycle, 'subscriptionId'>) =>
  load(store, subscription, subscriptionStream(subscriptionId))

/**
 * Limited like a public page: links that do not exist use up what an address may try.
 * @throws Refusal profile-not-found for a token that was not issued for this, too-many
 */
export const findReminderLink = (
  deps: ReminderDeps,
  purpose: ReminderPurpose,
  request: Request<{ token: string }>,
  response: Response,
): Promise<ReminderLink> =>
  limitedPage(deps, request.params.token, { request, response }, async () => {
    const of = tokenIn(deps, purpose, request)
    const { state } = await subscriptionOfLink(deps.store, of)
    if (state.status === 'none') throw new Refusal('profile-not-found')
    return { ...of, state }
  })

/** @throws Refusal profile-not-found for a token that was not issued for this */
export function tokenIn(
  { reminderTokens }: Pick<ReminderDeps, 'reminderTokens'>,
  purpose: ReminderPurpose,
  { params }: Request<{ token: string }>,
): TokenOfCycle {
  const of = reminderTokens.read(purpose, params.token)
  if (of === undefined) throw new Refusal('profile-not-found')
  return of
}
