import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { idMeant, orderOf } from '../erasure.ts'
import { projection } from '../projection.ts'
import { foldRows, type RowFold } from '../row-fold.ts'
import { TABLES, VIEWS } from './tables.ts'

interface AccountRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly is_admin: boolean
  readonly is_active: boolean
  readonly created_at: string
}

interface AccountFact {
  readonly id: string
  readonly at: string
  readonly event: PastEvent
}

const STREAM_PREFIX = 'account-'

function evolve(row: AccountRow | undefined, { id, at, event }: AccountFact): AccountRow | undefined {
  if (event.type === 'AccountRegistered') {
    const { name = '', email = '' } = event.data
    return { id, name, email, is_admin: false, is_active: true, created_at: at }
  }
  if (event.type === 'SubjectErased') return row && { ...row, name: '', email: '' }
  if (row === undefined) throw new Error(`account ${id}: ${event.type} before AccountRegistered`)
  switch (event.type) {
    case 'AccountRenamed':
      return { ...row, name: event.data.name ?? '' }
    case 'AdminGranted':
      return { ...row, is_admin: true }
    case 'AdminRevoked':
      return { ...row, is_admin: false }
    case 'AccountDeactivated':
      return { ...row, is_active: false }
    case 'AccountReactivated':
      return { ...row, is_active: true }
    case 'AccountErased':
      return undefined
    default:
      throw new Error(`the accounts projection does not read ${event.type}`)
  }
}

const accountRows: RowFold<AccountRow, AccountFact> = {
  table: 'accounts',
  key: 'id',
  columns: ['id', 'name', 'email', 'is_admin', 'is_active', 'created_at'],
  keyOf: ({ id }) => id,
  evolve,
}

/** Who owns what, in names. */
export const accountsProjection = projection<AccountFact>({
  name: 'accounts',
  version: 2,
  handles: [
    'AccountRegistered',
    'AccountRenamed',
    'AdminGranted',
    'AdminRevoked',
    'AccountDeactivated',
    'AccountReactivated',
    'AccountErased',
    'SubjectErased',
  ],
  reads: 'opened',
  tables: TABLES,
  views: VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read: (stored) => ({
    id: idMeant(stored, STREAM_PREFIX),
    at: stored.meta.occurredAt,
    event: readEvent(stored),
  }),
  project: async (tx, facts) => {
    const ours = facts.filter(({ id }) => id !== '')
    if (ours.length > 0) await foldRows(tx, accountRows, ours)
  },
})
