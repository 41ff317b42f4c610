import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

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
