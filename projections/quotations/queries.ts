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

/** Its texts are empty once the request's key is destroyed. */
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
  asked: AskedQuotations,
): Promise<KeysetPage<ListedQuotation>> {
  const { limit, search, status } = asked
  const found = isFoundBy(seals, { list: 'quotations', row: 'q', search })
  const matches = matching(db, status, found)
  const total = await totalOf(db, matches.select('q.id'), found !== undefined)
  const value = asked.by === 'due' ? due : 'q.created_at'
  const order = { value, id: 'q.id', idType: 'uuid' } as const
  const selected = matches.selectAll('q').select(due.as('due'))
  const listed = await pageAfter(selected, order, asked).execute()
  const { rows, next } = keysetPageOf(listed, limit, (row) => ({ value: Number(row[asked.by]), id: row.id }))
  const opened = await openWords<QuotationText>(seals, 'quotations', rows)
  return { rows: rows.map((row, nth) => listedOf(row, opened[nth]!)), next, total }
}

const matching = (db: ReadDb, status: QuotationStatus | undefined, found: RawBuilder<boolean> | undefined) =>
  createKysely(db)
    .selectFrom('read.quotations as q')
    .$if(status !== undefined, (all) => all.where('q.status', '=', status!))
    .$if(found !== undefined, (all) => all.where(found!))

/** Of the requests whose texts can be read; `Dato bloqueado` of blocked ones. */
export async function companiesOf(
  { db, seals }: SealedRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter((id) => UUID.test(id))
  if (known.length === 0) return new Map()
  const rows = await createKysely(db)
    .selectFrom('read.quotations as q')
    .select(['q.id', 'q.subject', 'q.words'])
    .where('q.id', '=', sql<string>`any(${known}::uuid[])`)
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
