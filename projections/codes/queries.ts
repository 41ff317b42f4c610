import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely'
import { openAccountTexts, type TextOf } from '../accounts/queries.ts'
import {
  pageAfter,
  keysetPageOf,
  type KeysetRequest,
  type KeysetPage,
  pagesOf,
  totalOf,
} from '../lists/keyset.ts'
import { isFoundBy } from '@app/services/kernel/models/search-words.ts'
import type { SealedRows } from '../profiles/queries.ts'

export interface ListedCode {
  readonly id: string
  readonly sealedCode: string
  readonly maxProfiles: number
  readonly createdAtMs: number
  readonly use: CodeUse | undefined
}
export interface CodeUse {
  readonly atMs: number
  readonly accountId: string
  /** Name and e-mail are empty once the account is erased. */
  readonly name: string
  readonly email: string
  readonly isBlocked: boolean
}

export interface CodeFilter {
  /** Words that begin words of name or e-mail of the account that used it; empty means all. */
  readonly search: string
  /** That the search means, where it may be a whole code. */
  readonly id: string | undefined
  readonly state: 'available' | 'used' | undefined
}
type Asked = KeysetRequest<'created_at'>
export type AskedCodes = Asked & CodeFilter

type Row = Selectable<Database['read.codes']>

interface Matching {
  readonly total: number
  /** Every page of a list is of the same rows. */
  readonly rows: SelectQueryBuilder<Database & { c: Database['read.codes'] }, 'c', object>
}

export async function listCodes(deps: SealedRows, asked: AskedCodes): Promise<KeysetPage<ListedCode>> {
  const matching = await matchingOf(deps, asked)
  return { ...(await codePage(deps, asked, matching)), total: matching.total }
}

/** All that match, newest first, in pages. */
export async function* codePages(
  deps: SealedRows,
  wanted: CodeFilter,
  limit = 500,
): AsyncGenerator<readonly ListedCode[]> {
  const matching = await matchingOf(deps, wanted)
  const order = { by: 'created_at', isDescending: true, limit } as const
  yield* pagesOf((after) => codePage(deps, { ...order, after }, matching))
}

async function codePage(
  { db, seals }: SealedRows,
  asked: Asked,
  { rows: matching }: Matching,
): Promise<Omit<KeysetPage<ListedCode>, 'total'>> {
  const order = { value: 'c.created_at', id: 'c.id', idType: 'text' } as const
  const listed = await pageAfter(matching.selectAll('c'), order, asked).execute()
  const { rows, next } = keysetPageOf(listed, asked.limit, (row) => ({
    value: Number(row.created_at),
    id: row.id,
  }))
  const textOf = await openAccountTexts(
    { db, seals },
    rows.flatMap(({ account_id: id }) => id ?? []),
  )
  return { rows: rows.map((row) => ({ ...listedOf(row), use: useOf(row, textOf) })), next }
}

async function matchingOf(deps: SealedRows, wanted: CodeFilter): Promise<Matching> {
  const { state } = wanted
  const found = await foundBy(deps, wanted)
  const rows = createKysely(deps.db)
    .selectFrom('read.codes as c')
    .$if(state === 'available', (all) => all.where('c.account_id', 'is', null))
    .$if(state === 'used', (all) => all.where('c.account_id', 'is not', null))
    .$if(found !== undefined, (all) => all.where(found!.where))
  if (found?.isOfMany) return { rows, total: LIMITS.searchCountedMax + 1 }
  return { rows, total: await totalOf(deps.db, rows.select('c.id'), found !== undefined) }
}

interface Found {
  readonly where: RawBuilder<boolean>
  /** As many accounts as are counted: each has used a code. */
  readonly isOfMany: boolean
}

/** A name may have the form of a code, as Carmen Vargas does. */
async function foundBy(deps: SealedRows, filter: CodeFilter): Promise<Found | undefined> {
  const byUser = await foundByUser(deps, filter)
  if (filter.id === undefined) return byUser
  const byCode = sql<boolean>`c.id = ${filter.id}`
  return byUser === undefined
    ? { where: byCode, isOfMany: false }
    : { ...byUser, where: sql<boolean>`(${byCode} or ${byUser.where})` }
}

/** Each condition keeps the planner from reading all codes, or all used ones. */
async function foundByUser(
  { db, seals }: SealedRows,
  { search, state }: CodeFilter,
): Promise<Found | undefined> {
  const matches = isFoundBy(seals, { list: 'accounts', row: 'a', search })
  if (matches === undefined) return undefined
  if (state === 'available') return { where: sql<boolean>`false`, isOfMany: false }
  const accounts = createKysely(db)
    .selectFrom('read.accounts as a')
    .where('a.activation_used', '=', sql.lit(true))
    .where(matches)
    .select('a.id')
    .limit(LIMITS.searchCountedMax + 1)
  const isOfOne = sql<boolean>`(select ${matches} and a.created_at <= c.used_at
    from read.accounts as a where a.id = c.account_id)`
  if ((await totalOf(db, accounts, true)) <= LIMITS.searchCountedMax)
    return { where: sql<boolean>`(c.account_id = any(array(${accounts})) and ${isOfOne})`, isOfMany: false }
  return { where: sql<boolean>`(c.account_id is not null and ${isOfOne})`, isOfMany: true }
}

const listedOf = (row: Row): Omit<ListedCode, 'use'> => ({
  id: row.id,
  sealedCode: row.sealed_code,
  maxProfiles: row.max_profiles,
  createdAtMs: Number(row.created_at),
})

const NOBODY = { name: '', email: '', isBlocked: false }

function useOf({ account_id: accountId, used_at: usedAt }: Row, textOf: TextOf): CodeUse | undefined {
  if (accountId === null) return undefined
  const atMs = Number(usedAt)
  return { atMs, accountId, ...(textOf(accountId, atMs) ?? NOBODY) }
}
