import type { AdminQuotation, QuotationStatus } from '@app/contracts/quotations.ts'
import { ifBlocked, readable } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import {
  pageAfter,
  keysetPageOf,
  type KeysetRequest,
  type KeysetPage,
  openWords,
  type OpenedWords,
  totalOf,
} from '../lists/list-pages.ts'
import { isFoundBy } from '@app/services/kernel/models/row-seals.ts'
import type { SealedRows } from '../profiles/queries.ts'
import { DUE, ERASED, type QuotationText } from './read-model.ts'

export interface AskedQuotations extends KeysetRequest<'created_at' | 'due'> {
  /** Words that begin words of company, contact, e-mail or phone; empty means all. */
  readonly search: string
  readonly status: QuotationStatus | 'all'
}

const due = sql<string>`${sql.raw(DUE)}`

export async function listQuotations(
  { db, seals }: SealedRows,
  request: AskedQuotations,
): Promise<KeysetPage<AdminQuotation>> {
  const { by, limit, search, status } = request
  const match = isFoundBy(seals, { list: 'quotations', row: 'q', search })
  const all = createKysely(db).selectFrom('read.quotations as q')
  const filtered = status === 'all' ? all : all.where('q.status', '=', status)
  const matches = match === undefined ? filtered : filtered.where(match)
  const total = await totalOf(db, matches.select('q.id'), match !== undefined)
  const order = { value: by === 'due' ? due : 'q.created_at', id: 'q.id', idType: 'uuid' } as const
  const selected = matches.selectAll('q').select(due.as('due'))
  const listed = await pageAfter(selected, order, request).execute()
  const { rows, next } = keysetPageOf(listed, limit, (row) => ({ value: Number(row[by]), id: row.id }))
  const opened = await openWords<QuotationText>(seals, 'quotations', rows)
  return { rows: rows.map((row, nth) => listedOf(row, opened[nth]!)), next, total }
}

const listedOf = (
  row: Selectable<Database['read.quotations']>,
  { words = ERASED, isBlocked }: OpenedWords<QuotationText>,
): AdminQuotation => ({
  id: row.id,
  company: readable(words.company),
  contact_person: readable(words.contactPerson),
  email: words.email,
  phone: words.phone,
  estimated_cards: row.estimated_cards,
  comments: readable(words.comments),
  ...ifBlocked(isBlocked),
  status: row.status,
  created_at: new Date(Number(row.created_at)).toISOString(),
})
