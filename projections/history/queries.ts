import type { HistoryType } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import {
  keysetPageOf,
  pageAfter,
  pagesOf,
  type KeysetPage,
  type ListPlace,
  totalOf,
} from '../lists/keyset.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import type { Actor, JsonObject } from '@app/contracts/event-store.ts'
import { hasWords } from './entities.ts'
import { type Words, WORDS_COLUMN } from './values.ts'

/** A row, opened. */
export interface HistoryLine {
  readonly position: string
  readonly atMs: number
  readonly stream: string
  readonly revision: bigint
  readonly type: HistoryType
  readonly entity: string
  readonly actor: { readonly kind: Actor['kind']; readonly id: string | null }
  readonly correlationId: string
  readonly causationId: string | null
  readonly facts: JsonObject
  readonly isBlocked: boolean
  /** Undefined where the event has none, or where nobody can or may read them. */
  readonly words: { readonly before: Words; readonly after: Words } | undefined
}

type Row = Selectable<Database['read.history']>

async function openedRows({ seals }: SealedRows, rows: readonly Row[]): Promise<readonly HistoryLine[]> {
  const subjects = new Set(rows.flatMap(({ entity, words }) => (words === null ? [] : [entity])))
  const sealer = await seals.of([...subjects])
  return rows.map((row) => ({
    position: row.position,
    atMs: Number(row.at),
    stream: row.stream,
    revision: BigInt(row.revision),
    type: row.type,
    entity: row.entity,
    actor: { kind: row.actor_kind, id: row.actor_id },
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    facts: row.facts,
    isBlocked: row.words !== null && sealer.isBlocked(row.entity),
    words: hasWords(row.entity)
      ? (sealer.open({ subject: row.entity, column: WORDS_COLUMN }, row.words) as HistoryLine['words'])
      : undefined,
  }))
}

/** An absent filter lets all lines through, an empty list none. */
export interface HistoryFilter {
  readonly entities?: readonly string[] | undefined
  readonly types?: readonly HistoryType[] | undefined
  readonly actors?: readonly string[] | undefined
  readonly correlation?: string | undefined
  /** From, and up to without it; milliseconds since 1970. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

interface HistoryRequest extends HistoryFilter {
  readonly after: ListPlace | undefined
  readonly limit: number
}

/** Newest first. */
export async function listHistory(
  deps: SealedRows,
  request: HistoryRequest,
): Promise<KeysetPage<HistoryLine>> {
  const [page, total] = await Promise.all([historyPage(deps, request), totalOfHistory(deps.db, request)])
  return { ...page, total }
}

/** All that match, newest first, in pages. */
export const historyPages = (
  deps: SealedRows,
  filter: HistoryFilter,
  limit = 200,
): AsyncGenerator<readonly HistoryLine[]> =>
  pagesOf((after) => historyPage(deps, { ...filter, after, limit }))

export async function findHistoryLine(deps: SealedRows, position: string): Promise<HistoryLine | undefined> {
  const rows = await createKysely(deps.db)
    .selectFrom('read.history as h')
    .selectAll('h')
    .where('h.position', '=', position)
    .execute()
  return (await openedRows(deps, rows))[0]
}

async function historyPage(
  deps: SealedRows,
  request: HistoryRequest,
): Promise<Omit<KeysetPage<HistoryLine>, 'total'>> {
  const { rows, next } = keysetPageOf(await pageOf(deps.db, request).execute(), request.limit, (row) => ({
    value: Number(row.at),
    id: row.position,
  }))
  return { rows: await openedRows(deps, rows), next }
}

const PLACE = { value: 'h.at', id: 'h.position', idType: 'bigint' } as const

/** The list of each key is read from its beginning by its index, and all are merged. */
function pageOf(db: ReadDb, request: HistoryRequest) {
  const order = { after: request.after, limit: request.limit, isDescending: true }
  const keys = keysOf(request)
  if (keys === undefined) return pageAfter(matching(db, request).selectAll('h'), PLACE, order)
  // With a hundred keys most rows are on no page: indexes alone find the places.
  const places = pageAfter(placesOf(db, keys, order), PLACE, order)
  const rows = createKysely(db)
    .selectFrom(places.as('p'))
    .innerJoin('read.history as h', 'h.position', 'p.position')
    .selectAll('h')
  return pageAfter(rows, PLACE, { ...order, after: undefined })
}

/** The first places of each key's list. */
function placesOf(
  db: ReadDb,
  keys: Keys,
  order: { readonly after: ListPlace | undefined; readonly limit: number },
) {
  const { table, columns, rest } = keys
  const ofKey = columns.reduce(
    (rows, column) => rows.where(sql<boolean>`${sql.ref(`h.${column}`)} = ${sql.ref(`k.${column}`)}`),
    matching(db, rest).select(['h.at', 'h.position']),
  )
  return createKysely(db)
    .selectFrom(table.as('k'))
    .innerJoinLateral(pageAfter(ofKey, PLACE, { ...order, isDescending: true }).as('h'), (join) =>
      join.onTrue(),
    )
    .select(['h.at', 'h.position'])
}

interface Keys {
  readonly table: ReturnType<typeof sql<object>>
  /** Columns of one index, which goes on with the order. */
  readonly columns: readonly string[]
  /** Conditions that are no keys. A key's condition twice would make the planner expect no rows, and sort all of them. */
  readonly rest: HistoryFilter
}

/** The columns of one index, with their values; at most two, so that there are few pairs. */
function keysOf({ entities, actors, types, ...rest }: HistoryFilter): Keys | undefined {
  // A call has few lines, and an index of its own.
  if (rest.correlation !== undefined) return undefined
  if (actors !== undefined && entities !== undefined)
    return { ...pairsOf({ actor_id: actors }, { entity: entities }), rest: { ...rest, types } }
  if (actors !== undefined) return { ...pairsOf({ actor_id: actors }, { type: types }), rest }
  if (entities !== undefined) return { ...pairsOf({ entity: entities }, { type: types }), rest }
  return types === undefined ? undefined : { ...pairsOf({ type: types }), rest }
}

function pairsOf(...values: readonly Readonly<Record<string, readonly string[] | undefined>>[]) {
  const pairs = values
    .flatMap((one) => Object.entries(one))
    .flatMap(([column, of]) => (of === undefined ? [] : [{ column, of }]))
  const columns = pairs.map(({ column }) => column)
  const lists = pairs.map(
    ({ column, of }) => sql`unnest(${of}::text[]) ${sql.id(`of_${column}`)}(${sql.id(column)})`,
  )
  return { table: sql<object>`(select * from ${sql.join(lists)})`, columns }
}

const among = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

const matching = (db: ReadDb, request: HistoryFilter) =>
  createKysely(db)
    .selectFrom('read.history as h')
    .$if(request.entities !== undefined, (all) => all.where(among('h.entity', request.entities!)))
    .$if(request.types !== undefined, (all) => all.where(among('h.type', request.types!)))
    .$if(request.actors !== undefined, (all) => all.where(among('h.actor_id', request.actors!)))
    .$if(request.correlation !== undefined, (all) => all.where('h.correlation_id', '=', request.correlation!))
    .$if(request.fromMs !== undefined, (all) => all.where('h.at', '>=', String(request.fromMs)))
    .$if(request.untilMs !== undefined, (all) => all.where('h.at', '<', String(request.untilMs)))

/** Counted up to `searchCountedMax`, one more being more: a log has any number of lines. */
function totalOfHistory(db: ReadDb, request: HistoryFilter): Promise<number> {
  const keys = keysOf(request)
  const order = { after: undefined, limit: LIMITS.searchCountedMax }
  return totalOf(
    db,
    keys === undefined
      ? pageAfter(matching(db, request).select('h.position'), PLACE, { ...order, isDescending: true })
      : placesOf(db, keys, order),
    true,
  )
}

/** Lines of the same call, besides this one, up to `searchCountedMax`. */
export async function countCorrelated(
  db: ReadDb,
  { correlationId, position }: Pick<HistoryLine, 'correlationId' | 'position'>,
): Promise<number> {
  const others = matching(db, { correlation: correlationId }).where('h.position', '<>', position)
  return totalOf(db, others.select('h.position'), true)
}
