import { accountStream } from '@app/contracts/events/account-events.ts'
import { readEvent, type PastEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { idMeant, orderOf } from '../erasure.ts'
import type { RowSeals } from '../row-seals.ts'
import { projection, type BuildTransaction } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'
import { searchWordsOf } from '../lists/search-words.ts'
import { ACCOUNT_TABLES, ACCOUNT_VIEWS } from './tables.ts'

export interface AccountText {
  readonly name: string
  readonly email: string
}

interface AccountRow {
  readonly id: string
  /** Null once the account's key is destroyed. */
  readonly words: AccountText | null
  readonly search_words: readonly number[]
  /** Nobody finds what nobody may read. */
  readonly is_blocked: boolean
  readonly is_admin: boolean
  readonly is_active: boolean
  readonly activation_used: boolean
  readonly profiles_count: number
  readonly max_profiles: number
  readonly created_at: number
}

interface AccountFact {
  readonly id: string
  readonly at: string
  readonly event: PastEvent
}

const STREAM_PREFIX = 'account-'
export const ACCOUNTS_LIST = 'accounts'

const registered = (
  id: string,
  at: string,
  { name, email }: PastEventOf<'AccountRegistered'>['data'],
): AccountRow => ({
  id,
  words: name === undefined || email === undefined ? null : { name, email },
  search_words: [],
  is_blocked: false,
  is_admin: false,
  is_active: true,
  activation_used: false,
  profiles_count: 0,
  max_profiles: LIMITS.profilesByDefault,
  created_at: Date.parse(at),
})

function evolve(row: AccountRow | undefined, { id, at, event }: AccountFact): AccountRow | undefined {
  if (event.type === 'AccountRegistered') return registered(id, at, event.data)
  if (event.type === 'SubjectErased')
    return row && { ...row, words: null, search_words: [], is_blocked: false }
  if (event.type === 'SubjectBlocked' || event.type === 'SubjectUnblocked')
    return row && { ...row, is_blocked: event.type === 'SubjectBlocked' }
  if (row === undefined) throw new Error(`account ${id}: ${event.type} before AccountRegistered`)
  switch (event.type) {
    case 'AccountRenamed':
      return { ...row, words: renamed(row.words, event.data.name) }
    case 'EmailChanged':
      return { ...row, words: mailed(row.words, event.data.email) }
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
      return afterProfiles(row, event)
  }
}

function afterProfiles(row: AccountRow, event: PastEvent): AccountRow {
  switch (event.type) {
    case 'AccountActivated':
      return { ...row, activation_used: true, max_profiles: event.data.maxProfiles }
    case 'ProfileLimitChanged':
      return { ...row, max_profiles: event.data.maxProfiles }
    case 'ProfileSlotTaken':
      return { ...row, profiles_count: row.profiles_count + 1 }
    case 'ProfileSlotFreed':
      return { ...row, profiles_count: row.profiles_count - 1 }
    default:
      throw new Error(`the accounts projection does not read ${event.type}`)
  }
}

/** A rename can arrive after the key was destroyed. The e-mail is then unknown. */
const renamed = (words: AccountText | null, name: string | undefined): AccountText | null =>
  name === undefined ? words : { name, email: words?.email ?? '' }

const mailed = (words: AccountText | null, email: string | undefined): AccountText | null =>
  email === undefined ? words : { name: words?.name ?? '', email }

const accountRows = (seals: RowSeals): RowFold<AccountRow, AccountFact> => ({
  table: 'accounts',
  key: 'id',
  keyType: 'text',
  keyOf: ({ id }) => id,
  sealed: { columns: ['words'], subjectOf: accountStream },
  evolve: (before, fact) => {
    const after = evolve(before, fact)
    if (after === undefined || after.words === null) return after
    if (after.words === before?.words && after.is_blocked === before.is_blocked) return after
    const { name, email } = after.words
    const texts = after.is_blocked ? [] : [name, email]
    return { ...after, search_words: searchWordsOf(seals, ACCOUNTS_LIST, texts) }
  },
})

async function project(tx: BuildTransaction, facts: readonly AccountFact[]): Promise<void> {
  const ours = facts.filter(({ id }) => id !== '')
  if (ours.length === 0) return
  if (tx.seals === undefined) throw new Error('accounts has nothing to be sealed with')
  await foldRows(tx, accountRows(tx.seals), ours)
}

export const accountsProjection = projection<AccountFact>({
  name: 'accounts',
  version: 9,
  handles: [
    'AccountRegistered',
    'AccountRenamed',
    'EmailChanged',
    'AdminGranted',
    'AdminRevoked',
    'AccountDeactivated',
    'AccountReactivated',
    'AccountErased',
    'AccountActivated',
    'ProfileLimitChanged',
    'ProfileSlotTaken',
    'ProfileSlotFreed',
    'SubjectErased',
    'SubjectBlocked',
    'SubjectUnblocked',
  ],
  reads: 'opened',
  hasSealedRows: true,
  tables: ACCOUNT_TABLES,
  views: ACCOUNT_VIEWS,
  subjectOf: (stored) => orderOf(stored, stored.stream),
  read: (stored) => ({
    id: idMeant(stored, STREAM_PREFIX),
    at: stored.meta.occurredAt,
    event: readEvent(stored),
  }),
  project,
})
