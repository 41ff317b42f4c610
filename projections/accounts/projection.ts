import { accountStream } from '@app/contracts/events/account.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { idMeant, orderOf } from '../erasure.ts'
import { projection } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { TABLES, VIEWS } from './tables.ts'

export interface AccountText {
  readonly name: string
  readonly email: string
}

interface AccountRow {
  readonly id: string
  /** Null once the account's key is destroyed. */
  readonly words: AccountText | null
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
    const { name, email } = event.data
    const words = name === undefined || email === undefined ? null : { name, email }
    return { id, words, is_admin: false, is_active: true, created_at: at }
  }
  if (event.type === 'SubjectErased') return row && { ...row, words: null }
  if (row === undefined) throw new Error(`account ${id}: ${event.type} before AccountRegistered`)
  switch (event.type) {
    case 'AccountRenamed':
      return { ...row, words: renamed(row.words, event.data.name) }
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

/** A rename can arrive after the key was destroyed. The e-mail is then unknown. */
const renamed = (words: AccountText | null, name: string | undefined): AccountText | null =>
  name === undefined ? words : { name, email: words?.email ?? '' }

const accountRows: RowFold<AccountRow, AccountFact> = {
  table: 'accounts',
  key: 'id',
  keyType: 'text',
  columns: ['id', 'words', 'is_admin', 'is_active', 'created_at'],
  keyOf: ({ id }) => id,
  sealed: { columns: ['words'], subjectOf: accountStream },
  evolve,
}

export const accountsProjection = projection<AccountFact>({
  name: 'accounts',
  version: 3,
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
  hasSealedRows: true,
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
