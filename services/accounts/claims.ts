import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'

type IdentityEvent = Extract<DomainEvent, { type: 'IdentityClaimed' | 'IdentityReleased' }>

export type IdentityCommand =
  | {
      readonly type: 'ClaimIdentity'
      readonly accountId: string
      /** An erased account, whose claim is over: that stays true. */
      readonly erased?: string | undefined
    }
  | { readonly type: 'ReleaseIdentity'; readonly accountId: string }

/** Claims came later than accounts: an e-mail without events belongs to the account that is named by it. */
export type Identity =
  | { readonly status: 'unclaimed' }
  | { readonly status: 'claimed' | 'released'; readonly accountId: string; readonly revision: bigint }

function evolveIdentity(state: Identity, event: PastEvent, { revision }: Occurrence): Identity {
  if (event.type !== 'IdentityClaimed' && event.type !== 'IdentityReleased') return state
  const status = event.type === 'IdentityClaimed' ? 'claimed' : 'released'
  return { status, accountId: event.data.accountId, revision }
}

function decideIdentity(command: IdentityCommand, state: Identity): readonly IdentityEvent[] {
  const { accountId } = command
  const isOwn = state.status === 'claimed' && state.accountId === accountId
  if (command.type === 'ReleaseIdentity')
    return isOwn || state.status === 'unclaimed' ? [{ type: 'IdentityReleased', data: { accountId } }] : []
  if (isOwn) return []
  if (state.status === 'claimed' && state.accountId !== command.erased)
    throw new Refusal('email-taken', undefined, { field: 'email' })
  return [{ type: 'IdentityClaimed', data: { accountId } }]
}

export const identity: Decider<Identity, IdentityCommand, IdentityEvent> = {
  initial: { status: 'unclaimed' },
  evolve: evolveIdentity,
  decide: decideIdentity,
}
