import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

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

type AdministratorsEvent = Extract<DomainEvent, { type: 'AdministratorListed' | 'AdministratorDelisted' }>

export type AdministratorsCommand =
  | { readonly type: 'ListAdministrator'; readonly accountId: string }
  | {
      readonly type: 'DelistAdministrator'
      readonly accountId: string
      /** Queried before. An account that can sign in still can while it is listed, so this stays true. */
      readonly canSignIn: ReadonlySet<string>
    }

export interface Administrators {
  readonly ids: ReadonlySet<string>
  readonly changes: number
}

function evolveAdministrators(state: Administrators, event: PastEvent): Administrators {
  if (event.type !== 'AdministratorListed' && event.type !== 'AdministratorDelisted') return state
  const { accountId } = event.data
  const others = [...state.ids].filter((id) => id !== accountId)
  const ids = new Set(event.type === 'AdministratorListed' ? [...others, accountId] : others)
  return { ids, changes: state.changes + 1 }
}

function decideAdministrators(
  command: AdministratorsCommand,
  { ids, changes }: Administrators,
): readonly AdministratorsEvent[] {
  const { accountId } = command
  const isListed = ids.has(accountId)
  if (command.type === 'ListAdministrator') {
    if (isListed) return []
    if (changes >= LIMITS.streamEventsMax) throw new Refusal('history-full')
    return [{ type: 'AdministratorListed', data: { accountId } }]
  }
  if (!isListed) return []
  const staysOne = [...ids].some((id) => id !== accountId && command.canSignIn.has(id))
  if (!staysOne) throw new Refusal('last-administrator')
  return [{ type: 'AdministratorDelisted', data: { accountId } }]
}

/** Decided before the account's own events: only this list knows who is the last administrator. */
export const administrators: Decider<Administrators, AdministratorsCommand, AdministratorsEvent> = {
  initial: { ids: new Set(), changes: 0 },
  evolve: evolveAdministrators,
  decide: decideAdministrators,
}
