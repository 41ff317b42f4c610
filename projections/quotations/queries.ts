import type { QuotationStatus } from '@app/contracts/quotations.ts'
import { BLOCKED_TEXT, UUID } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import {
  pageAfter,
  keysetPageOf,
  type KeysetRequest,
  type KeysetPage,
  openWords,
  type OpenedWords,
  totalOf,
} from '../lists/keyset.ts'
import { isFoundBy } from '@app/services/kernel/models/search-words.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { DUE, type QuotationText } from './read-model.ts'

/** The texts are empty once the request's key is destroyed. */
export interface ListedQuotation extends QuotationText {
  readonly id: string
  readonly estimatedCards: string
  readonly isBlocked: boolean
  readonly status: QuotationStatus
  readonly createdAtMs: number
}

export interface AskedQuotations extends KeysetRequest<'created_at' | 'due'> {
  /** Words that begin words of company, contact, e-mail or phone; empty means all. */
  readonly search: string
  readonly status: QuotationStatus | undefined
}

type Row = Selectable<Database['read.quotations']>

const due = sql<string>`${sql.raw(DUE)}`

const FORGOTTEN: QuotationText = { company: '', contactPerson: '', email: '', phone: '', comments: '' }

export async function listQuotations(
  { db, seals }: SealedRows,
  request: AskedQuotations,
): Promise<KeysetPage<ListedQuotation>> {
  const { limit, search, status } = request
  const match = isFoundBy(seals, { list: 'quotations', row: 'q', search })
  const matches = matching(db, status, match)
  const total = await totalOf(db, matches.select('q.id'), match !== undefined)
  const value = request.by === 'due' ? due : 'q.created_at'
  const order = { value, id: 'q.id', idType: 'uuid' } as const
  const selected = matches.selectAll('q').select(due.as('due'))
  const listed = await pageAfter(selected, order, request).execute()
  const { rows, next } = keysetPageOf(listed, limit, (row) => ({
    value: Number(row[request.by]),
    id: row.id,
  }))
  const opened = await openWords<QuotationText>(seals, 'quotations', rows)
  return { rows: rows.map((row, nth) => listedOf(row, opened[nth]!)), next, total }
}

const matching = (db: ReadDb, status: QuotationStatus | undefined, match: RawBuilder<boolean> | undefined) =>
  createKysely(db)
    .selectFrom('read.quotations as q')
    .$if(status !== undefined, (all) => all.where('q.status', '=', status!))
    .$if(match !== undefined, (all) => all.where(match!))

export async function companiesOf(
  { db, seals }: SealedRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const valid = ids.filter((id) => UUID.test(id))
  if (valid.length === 0) return new Map()
  const rows = await createKysely(db)
    .selectFrom('read.quotations as q')
    .select(['q.id', 'q.subject', 'q.words'])
    .where('q.id', '=', sql<string>`any(${valid}::uuid[])`)
    .execute()
  const opened = await openWords<QuotationText>(seals, 'quotations', rows)
  return new Map(
    rows.flatMap(({ id }, nth) => {
      const { words, isBlocked } = opened[nth]!
      const company = isBlocked ? BLOCKED_TEXT : words?.company
      return company === undefined ? [] : [[id, company] as const]
    }),
  )
}

const listedOf = (
  row: Row,
  { words = FORGOTTEN, isBlocked }: OpenedWords<QuotationText>,
): ListedQuotation => ({
  ...words,
  isBlocked,
  id: row.id,
  estimatedCards: row.estimated_cards,
  status: row.status,
  createdAtMs: Number(row.created_at),
})
