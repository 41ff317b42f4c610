import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from './decider.ts'

type AdministratorsEvent = Extract<DomainEvent, { type: 'AdministratorListed' | 'AdministratorDelisted' }>

/** To be on the list is to be an administrator whose account is active. */
export type AdministratorsCommand = {
  readonly type: 'ListAdministrator' | 'DelistAdministrator'
  readonly accountId: string
}

function evolve(ids: ReadonlySet<string>, event: PastEvent): ReadonlySet<string> {
  if (event.type === 'AdministratorListed') return new Set([...ids, event.data.accountId])
  if (event.type !== 'AdministratorDelisted') return ids
  const { accountId } = event.data
  return new Set([...ids].filter((id) => id !== accountId))
}

function decide(
  { type, accountId }: AdministratorsCommand,
  ids: ReadonlySet<string>,
): readonly AdministratorsEvent[] {
  const isListed = ids.has(accountId)
  if (type === 'ListAdministrator')
    return isListed ? [] : [{ type: 'AdministratorListed', data: { accountId } }]
  if (!isListed) return []
  if (ids.size === 1) throw new Refusal('last-administrator')
  return [{ type: 'AdministratorDelisted', data: { accountId } }]
}

/** Who administers: decided before an account's own events, as only the list knows who is the last one. */
export const administrators: Decider<ReadonlySet<string>, AdministratorsCommand, AdministratorsEvent> = {
  initial: new Set(),
  evolve,
  decide,
}
