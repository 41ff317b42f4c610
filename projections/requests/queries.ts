import { UUID } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import type { RawBuilder, Selectable } from 'kysely'
import {
  pageAfter,
  keysetPageOf,
  type KeysetRequest,
  type KeysetPage,
  openWords,
  totalOf,
} from '../lists/list-pages.ts'
import { isFoundBy } from '@app/services/kernel/models/row-seals.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import type { RequestWords } from './read-model.ts'

type Row = Selectable<Database['read.requests']>

export interface ListedRequest extends Row {
  /** Absent if they were left out or cannot be read. */
  readonly opened: RequestWords
}

const COLUMNS = { due_day: 'q.due_at', received_at: 'q.received_at' } as const

export interface AskedRequests extends KeysetRequest<keyof typeof COLUMNS> {
  /** Words that begin words of name or e-mail; empty means all. */
  readonly search: string
  readonly status: Row['status'] | undefined
}

export async function listRequests(
  { db, seals }: SealedRows,
  request: AskedRequests,
): Promise<KeysetPage<ListedRequest>> {
  const { limit, search, by } = request
  const match = isFoundBy(seals, { list: 'requests', row: 'q', search })
  const matches = matching(db, request, match)
  const total = await totalOf(db, matches.select('q.id'), match !== undefined)
  const order = { value: COLUMNS[by], id: 'q.id', idType: 'uuid' } as const
  const listed = await pageAfter(matches.selectAll('q'), order, request).execute()
  const { rows, next } = keysetPageOf(listed, limit, (row) => ({
    value: Number(by === 'due_day' ? row.due_at : row.received_at),
    id: row.id,
  }))
  return { rows: await opened(seals, rows), next, total }
}

const matching = (
  db: ReadDb,
  { status }: Pick<AskedRequests, 'status'>,
  match: RawBuilder<boolean> | undefined,
) =>
  createKysely(db)
    .selectFrom('read.requests as q')
    .$if(status !== undefined, (all) => all.where('q.status', '=', status!))
    .$if(match !== undefined, (all) => all.where(match!))

export async function findRequest({ db, seals }: SealedRows, id: string): Promise<ListedRequest | undefined> {
  if (!UUID.test(id)) return undefined
  const rows = await createKysely(db).selectFrom('read.requests').selectAll().where('id', '=', id).execute()
  return (await opened(seals, rows))[0]
}

async function opened(seals: SealedRows['seals'], rows: readonly Row[]): Promise<readonly ListedRequest[]> {
  const words = await openWords<RequestWords>(seals, 'requests', rows)
  return rows.map((row, nth) => ({ ...row, opened: words[nth]!.words ?? {} }))
}
