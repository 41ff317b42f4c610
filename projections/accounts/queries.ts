import { accountStream } from '@app/contracts/events/account-events.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { Database } from '@app/postgres/tables/database.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { pageAfter, keysetPageOf, type KeysetRequest, type KeysetPage } from '../lists/keyset.ts'
import type { SealedRows } from '../profiles/queries.ts'
import { totalOf } from '../lists/list-totals.ts'
import type { ReadDb } from '../read-db.ts'
import { isFoundBy } from '../lists/search-words.ts'
import { ACCOUNTS_LIST, type AccountText } from './projection.ts'

export interface ListedAccount {
  readonly id: string
  /** Name and e-mail are empty once the account's key is destroyed. */
  readonly name: string
  readonly email: string
  readonly isBlocked: boolean
  readonly isAdmin: boolean
  readonly isActive: boolean
  /** By a code, or as an administrator, who needs none. */
  readonly isActivated: boolean
  readonly profilesCount: number
  readonly maxProfiles: number
  readonly createdAtMs: number
}

export interface AskedAccounts extends KeysetRequest<'created_at' | 'profiles_count'> {
  /** Words that begin words of name or e-mail; empty means all. */
  readonly search: string
  readonly state: 'active' | 'inactive' | undefined
}

type Row = Selectable<Database['read.accounts']>

export async function listAccounts(
  { db, seals }: SealedRows,
  asked: AskedAccounts,
): Promise<KeysetPage<ListedAccount>> {
  const { by, limit, search } = asked
  const found = isFoundBy(seals, { list: ACCOUNTS_LIST, words: sql.ref('a.search_words'), search })
  const { total, isOfFew } = await totalOf(db, {
    counts: 'read.account_counts',
    state: asked.state,
    found: found && matching(db, asked, found).select('a.id'),
  })
  const order = { value: `a.${by}`, id: 'a.id', idType: 'text', isOfFew } as const
  const listed = await pageAfter(matching(db, asked, found).selectAll('a'), order, asked).execute()
  const { rows, next } = keysetPageOf(listed, limit, (row) => ({ value: Number(row[by]), id: row.id }))
  const sealer = await seals.of(rows.map(({ id }) => accountStream(id)))
  const wordsOf = ({ id, words }: Row) =>
    sealer.open({ subject: accountStream(id), column: 'accounts.words' }, words) as AccountText | undefined
  const isBlocked = ({ id }: Row) => sealer.isBlocked(accountStream(id))
  return {
    rows: rows.map((row) => ({ ...listedOf(row, wordsOf(row)), isBlocked: isBlocked(row) })),
    next,
    total,
  }
}

const matching = (db: ReadDb, { state }: AskedAccounts, found: RawBuilder<boolean> | undefined) =>
  createKysely(db)
    .selectFrom('read.accounts as a')
    // The condition of the partial index.
    .$if(state === 'inactive', (all) => all.where(({ not, ref }) => not(ref('a.is_active'))))
    .$if(state === 'active', (all) => all.where('a.is_active', '=', sql.lit(true)))
    .$if(found !== undefined, (all) => all.where(found!))

const listedOf = (row: Row, words: AccountText | undefined): Omit<ListedAccount, 'isBlocked'> => ({
  id: row.id,
  name: words?.name ?? '',
  email: words?.email ?? '',
  isAdmin: row.is_admin,
  isActive: row.is_active,
  isActivated: row.activation_used || row.is_admin,
  profilesCount: row.profiles_count,
  maxProfiles: row.max_profiles,
  createdAtMs: Number(row.created_at),
})
