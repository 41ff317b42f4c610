import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import {
  pageAfter,
  keysetPageOf,
  type KeysetRequest,
  type KeysetPage,
  openWords,
  totalOf,
} from '../lists/list-pages.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { isFoundBy } from '@app/services/kernel/models/row-seals.ts'
import { STANDING, type AccountText } from './read-model.ts'

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

export interface AskedAccounts extends KeysetRequest<
  'created_at' | 'profiles_count' | 'max_profiles' | 'standing' | 'name' | 'email'
> {
  /** Words that begin words of name or e-mail; empty means all. */
  readonly search: string
  readonly state: 'active' | 'inactive' | 'unactivated' | undefined
}

type Row = Selectable<Database['read.accounts']>

const standing = sql<number>`${sql.raw(STANDING)}`

export async function listAccounts(
  deps: SealedRows,
  request: AskedAccounts,
): Promise<KeysetPage<ListedAccount>> {
  const { db, seals } = deps
  const { by, limit, search } = request
  const match = isFoundBy(seals, { list: 'accounts', row: 'a', search })
  const matches = matching(db, request, match)
  const total = await totalOf(db, matches.select('a.id'), match !== undefined)
  const rows = matches.selectAll('a').select(standing.as('standing'))
  if (by === 'name' || by === 'email') {
    if (total > LIMITS.searchCountedMax)
      return listAccounts(deps, { ...request, by: 'created_at', isDescending: true })
    const all = await listedRows(deps, await rows.limit(LIMITS.searchCountedMax).execute())
    return { ...sortedPage(all, { ...request, by }), total }
  }
  const value = by === 'standing' ? standing : `a.${by}`
  const order = { value, id: 'a.id', idType: 'text' } as const
  const page = keysetPageOf(await pageAfter(rows, order, request).execute(), limit, (row) => ({
    value: Number(row[by]),
    id: row.id,
  }))
  return { rows: await listedRows(deps, page.rows), next: page.next, total }
}

async function listedRows({ seals }: SealedRows, rows: readonly Row[]): Promise<readonly ListedAccount[]> {
  const opened = await openWords<AccountText>(seals, 'accounts', rows)
  return rows.map((row, nth) => ({
    id: row.id,
    ...(opened[nth]!.words ?? NOBODY),
    isBlocked: opened[nth]!.isBlocked,
    isAdmin: row.is_admin,
    isActive: row.is_active,
    isActivated: row.activation_used || row.is_admin,
    profilesCount: row.profiles_count,
    maxProfiles: row.max_profiles,
    createdAtMs: Number(row.created_at),
  }))
}

const NOBODY: AccountText = { name: '', email: '' }

const SPANISH = new Intl.Collator('es')

/** Both are encrypted, so that no index has their order. */
function sortedPage(
  all: readonly ListedAccount[],
  { by, isDescending, after, limit }: KeysetRequest<'name' | 'email'>,
) {
  const sign = isDescending ? -1 : 1
  const sorted = all.toSorted(
    (one, other) => sign * (SPANISH.compare(one[by], other[by]) || SPANISH.compare(one.id, other.id)),
  )
  const from = after === undefined ? 0 : after.value
  return keysetPageOf(sorted.slice(from, from + limit + 1), limit, ({ id }) => ({ value: from + limit, id }))
}

const matching = (db: ReadDb, { state }: AskedAccounts, match: RawBuilder<boolean> | undefined) =>
  createKysely(db)
    .selectFrom('read.accounts as a')
    .$if(state === 'inactive', (all) => all.where(({ not, ref }) => not(ref('a.is_active'))))
    .$if(state === 'active', (all) => all.where('a.is_active', '=', sql.lit(true)))
    .$if(state === 'unactivated', (all) => all.where(standing, '=', sql.lit(1)))
    .$if(match !== undefined, (all) => all.where(match!))

interface AccountName extends AccountText {
  readonly isBlocked: boolean
}

/** @param atMs the instant at which the account was named */
export type TextOf = (accountId: string, atMs?: number) => AccountName | undefined

/** Names and e-mails of accounts that another list names. Earlier actions are not those of a person who came later. */
export async function openAccountTexts(
  { db, seals }: SealedRows,
  accountIds: readonly string[],
): Promise<TextOf> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return () => undefined
  const rows = await createKysely(db)
    .selectFrom('read.accounts')
    .select(['id', 'subject', 'words', 'created_at'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const opened = await openWords<AccountText>(seals, 'accounts', rows)
  const byId = new Map(rows.map((row, nth) => [row.id, { ...row, ...opened[nth]! }]))
  return (id, atMs = Infinity) => {
    const row = byId.get(id)
    if (row === undefined || Number(row.created_at) > atMs) return undefined
    return row.words || row.isBlocked ? { ...NOBODY, ...row.words, isBlocked: row.isBlocked } : undefined
  }
}
