import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import type { BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'

interface OwnerFact {
  readonly id: string
  readonly event: PastEvent
}

interface OwnerRow {
  readonly profile_id: string
  readonly owner_id: string
}

/** Also kept for deleted profiles: the erasure of an owner must find them. */
const ownerRows: RowFold<OwnerRow, OwnerRow> = {
  table: 'profile_owners',
  key: 'profile_id',
  keyType: 'uuid',
  keyOf: ({ profile_id }) => profile_id,
  evolve: (_row, fact) => fact,
}

export async function foldOwners(tx: BuildTransaction, facts: readonly OwnerFact[]): Promise<void> {
  const owners = facts.flatMap(({ id, event }): readonly OwnerRow[] =>
    event.type === 'ProfileCreated' ? [{ profile_id: id, owner_id: event.data.ownerId }] : [],
  )
  if (owners.length > 0) await foldRows(tx, ownerRows, owners)
}
