import type { Actor, JsonObject } from '@app/contracts/event-store.ts'
import type { HistoryType } from '@app/contracts/events/history-types.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { Database } from '@app/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import { keysetPageOf, pageAfter, type KeysetPage, type ListPlace } from '../lists/keyset.ts'
import { countFound, sumOfCounts } from '../lists/list-totals.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '../read-db.ts'
import { hasWords } from './entities.ts'
import type { Words } from './values.ts'
import { WORDS_COLUMN } from './write-rows.ts'

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
  readonly count: number
  readonly facts: JsonObject
  /** Undefined where the event has none, or where nobody can read them any more. */
  readonly words: { readonly before: Words; readonly after: Words } | undefined
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

type Row = Selectable<Database['read.history']>

/** Newest first. */
export async function listHistory(deps: SealedRows, asked: HistoryRequest): Promise<KeysetPage<HistoryLine>> {
  const [page, total] = await Promise.all([historyPage(deps, asked), totalOfHistory(deps.db, asked)])
  return { ...page, total }
}

/** All that match, newest first, in pages. */
export async function* historyPages(
  deps: SealedRows,
  filter: HistoryFilter,
  limit = 200,
): AsyncGenerator<readonly HistoryLine[]> {
  for (let after: ListPlace | undefined; ;) {
    const { rows, next } = await historyPage(deps, { ...filter, after, limit })
    if (rows.length > 0) yield rows
    if (next === undefined) return
    after = next
  }
}

/** By the position of its event, or of the first of its day. */
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
  asked: HistoryRequest,
): Promise<Omit<KeysetPage<HistoryLine>, 'total'>> {
  const { rows, next } = keysetPageOf(await pageOf(deps.db, asked).execute(), asked.limit, (row) => ({
    value: Number(row.at),
    id: row.position,
  }))
  return { rows: await openedRows(deps, rows), next }
}

const PLACE = { value: 'h.at', id: 'h.position', idType: 'bigint' } as const

/** Of several keys, the beginning of each one's list is read by its index, and these are merged. */
function pageOf(db: ReadDb, asked: HistoryRequest) {
  const order = { after: asked.after, limit: asked.limit, isDescending: true }
  const keys = keysOf(asked)
  if (keys === undefined) return pageAfter(matching(db, asked).selectAll('h'), PLACE, order)
  const ofKey = pageAfter(matching(db, asked).where(keys.isOfKey).selectAll('h'), PLACE, order)
  const merged = createKysely(db)
    .selectFrom(keys.table.as('k'))
    .innerJoinLateral(ofKey.as('h'), (join) => join.onTrue())
    .selectAll('h')
  return pageAfter(merged, PLACE, order)
}

const ENTITY = sql<boolean>`h.entity = k.entity`
const ACTOR = sql<boolean>`h.actor_id = k.actor_id`
const TYPE = sql<boolean>`h.type = k.type`

/** The columns of one index, with their values. */
function keysOf({ entities, actors, types }: HistoryFilter) {
  if (entities !== undefined && types !== undefined)
    return {
      table: sql<object>`(select e.entity, t.type from unnest(${entities}::text[]) e(entity), unnest(${types}::text[]) t(type))`,
      isOfKey: sql<boolean>`${ENTITY} and ${TYPE}`,
    }
  if (entities !== undefined)
    return { table: sql<object>`(select unnest(${entities}::text[]) as entity)`, isOfKey: ENTITY }
  if (actors !== undefined)
    return { table: sql<object>`(select unnest(${actors}::text[]) as actor_id)`, isOfKey: ACTOR }
  if (types !== undefined)
    return { table: sql<object>`(select unnest(${types}::text[]) as type)`, isOfKey: TYPE }
  return undefined
}

const among = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

const matching = (db: ReadDb, asked: HistoryFilter) =>
  createKysely(db)
    .selectFrom('read.history as h')
    .$if(asked.entities !== undefined, (all) => all.where(among('h.entity', asked.entities!)))
    .$if(asked.types !== undefined, (all) => all.where(among('h.type', asked.types!)))
    .$if(asked.actors !== undefined, (all) => all.where(among('h.actor_id', asked.actors!)))
    .$if(asked.correlation !== undefined, (all) => all.where('h.correlation_id', '=', asked.correlation!))
    .$if(asked.fromMs !== undefined, (all) => all.where('h.at', '>=', String(asked.fromMs)))
    .$if(asked.untilMs !== undefined, (all) => all.where('h.at', '<', String(asked.untilMs)))

/** Of all lines and of each type by counter rows; any other is counted up to `searchCountedMax`, one more being more. */
function totalOfHistory(db: ReadDb, asked: HistoryFilter): Promise<number> {
  const { types, entities, actors, correlation, fromMs, untilMs } = asked
  const isByType = [entities, actors, correlation, fromMs, untilMs].every((filter) => filter === undefined)
  if (isByType && (types === undefined || types.length === 1))
    return sumOfCounts(db, 'read.history_counts', types?.[0])
  return countFound(db, matching(db, asked).select('h.position'))
}

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
    count: row.count,
    facts: row.facts,
    words: hasWords(row.entity)
      ? (sealer.open({ subject: row.entity, column: WORDS_COLUMN }, row.words) as HistoryLine['words'])
      : undefined,
  }))
}

/** Lines of the same call, besides this one, up to `searchCountedMax`. */
export async function countCorrelated(
  db: ReadDb,
  { correlationId, position }: Pick<HistoryLine, 'correlationId' | 'position'>,
): Promise<number> {
  const others = matching(db, { correlation: correlationId }).where('h.position', '<>', position)
  return countFound(db, others.select('h.position'))
}
