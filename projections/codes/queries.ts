import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import { openAccountTexts, type TextOf } from '../accounts/queries.ts'
import {
  pageAfter,
  keysetPageOf,
  type KeysetRequest,
  type KeysetPage,
  pagesOf,
  totalOf,
} from '../lists/list-pages.ts'
import { isFoundBy } from '@app/services/kernel/models/row-seals.ts'
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

type Matching = SelectQueryBuilder<Database & { c: Database['read.codes'] }, 'c', object>

export async function listCodes(deps: SealedRows, request: AskedCodes): Promise<KeysetPage<ListedCode>> {
  const matching = matchingOf(deps, request)
  const isSearch = request.id !== undefined || request.search.trim() !== ''
  const total = await totalOf(deps.db, matching.select('c.id'), isSearch)
  return { ...(await codePage(deps, request, matching)), total }
}

export async function* codePages(
  deps: SealedRows,
  wanted: CodeFilter,
  limit = 500,
): AsyncGenerator<readonly ListedCode[]> {
  const order = { by: 'created_at', isDescending: true, limit } as const
  const matching = matchingOf(deps, wanted)
  yield* pagesOf((after) => codePage(deps, { ...order, after }, matching))
}

async function codePage(
  { db, seals }: SealedRows,
  request: Asked,
  matching: Matching,
): Promise<Omit<KeysetPage<ListedCode>, 'total'>> {
  const order = { value: 'c.created_at', id: 'c.id', idType: 'text' } as const
  const listed = await pageAfter(matching.selectAll('c'), order, request).execute()
  const { rows, next } = keysetPageOf(listed, request.limit, (row) => ({
    value: Number(row.created_at),
    id: row.id,
  }))
  const textOf = await openAccountTexts(
    { db, seals },
    rows.flatMap(({ account_id: id }) => id ?? []),
  )
  return { rows: rows.map((row) => ({ ...listedOf(row), use: useOf(row, textOf) })), next }
}

function matchingOf(deps: SealedRows, { search, id, state }: CodeFilter): Matching {
  const words = isFoundBy(deps.seals, { list: 'accounts', row: 'a', search })
  // An account that is registered later, with the e-mail of an erased one, used none of its codes.
  const byUser =
    words &&
    sql<boolean>`(c.account_id is not null and exists (select from read.accounts a
      where a.id = c.account_id and a.created_at <= c.used_at and ${words}))`
  // A name may have the form of a code, as Carmen Vargas does.
  const match = [byUser, id === undefined ? undefined : sql<boolean>`c.id = ${id}`].filter(
    (one) => one !== undefined,
  )
  return createKysely(deps.db)
    .selectFrom('read.codes as c')
    .$if(state === 'available', (all) => all.where('c.account_id', 'is', null))
    .$if(state === 'used', (all) => all.where('c.account_id', 'is not', null))
    .$if(match.length > 0, (all) => all.where((eb) => eb.or(match)))
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
