import type { PastAccount } from '@app/contracts/api/admin/admin-history.ts'
import type { HistoryEntity } from '@app/contracts/api/history-calls.ts'
import { isActivated, type Account } from '@app/domain/account/account-state.ts'
import type { Profile } from '@app/domain/profile.ts'
import type { Past } from '@app/kernel/fold.ts'

export interface Entity {
  readonly kind: 'profile' | 'account'
  readonly id: string
}

const KINDS = ['profile', 'account', 'quotation', 'activation-code'] as const

/** By its stream; whatever is of none of these is of the log. */
export function entityIdOf(stream: string): Pick<HistoryEntity, 'kind' | 'id'> {
  const kind = KINDS.find((one) => stream.startsWith(`${one}-`))
  return kind === undefined ? { kind: 'log', id: 'log' } : { kind, id: stream.slice(kind.length + 1) }
}

const textOrNull = (text: string): string | null => (text === '' ? null : text)

export function profileEntity({ id }: Entity, today: Profile): HistoryEntity {
  const slug = today.status === 'created' ? textOrNull(today.slug) : null
  return { kind: 'profile', id, label: slug, slug }
}

export function accountEntity({ id }: Entity, today: Account): HistoryEntity {
  const label = today.status === 'registered' ? textOrNull(today.name) : null
  return { kind: 'account', id, label, slug: null }
}

/** Null where there was none: an erasure ends the account, and a later registration begins another. */
export function pastAccountOf({ state, revision, occurredAt }: Past<Account>): PastAccount | null {
  if (state.status === 'unknown') return null
  return {
    version: Number(revision) + 1,
    at: occurredAt,
    name: textOrNull(state.name),
    email: textOrNull(state.email),
    is_active: state.isActive,
    is_activated: isActivated(state),
    is_admin: state.isAdmin,
    max_profiles: state.maxProfiles,
    profiles: state.slots.length,
  }
}
