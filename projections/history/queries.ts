import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import type { HistoryType } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import {
  keysetPageOf,
  pageAfter,
  pagesOf,
  type KeysetPage,
  type ListPlace,
  totalOf,
} from '../lists/list-pages.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import type { Actor, JsonObject } from '@app/contracts/event-store.ts'
import { hasWords } from './entities.ts'
import { type Words, WORDS_COLUMN } from './values.ts'

export interface HistoryLine {
  readonly position: string
  readonly atMs: number
  readonly stream: string
  readonly revision: bigint
  readonly type: HistoryType
  readonly entity: string
  readonly actor: { readonly kind: Actor['kind']; readonly id: string | null }
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
    facts: row.facts,
    isBlocked: row.words !== null && sealer.isBlocked(row.entity),
    words: hasWords(row.entity)
      ? (sealer.open({ subject: row.entity, column: WORDS_COLUMN }, row.words) as HistoryLine['words'])
      : undefined,
  }))
}

export interface HistoryFilter {
  readonly entities?: readonly string[] | undefined
  readonly types?: readonly HistoryType[] | undefined
  readonly actors?: readonly string[] | undefined
  /** From, and up to without it; milliseconds since 1970. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
}

interface HistoryRequest extends HistoryFilter {
  readonly after: ListPlace | undefined
  readonly limit: number
}

export async function listHistory(
  deps: SealedRows,
  request: HistoryRequest,
): Promise<KeysetPage<HistoryLine>> {
  const [page, total] = await Promise.all([historyPage(deps, request), totalOfHistory(deps.db, request)])
  return { ...page, total }
}

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

const pageOf = (db: ReadDb, { after, limit, ...filter }: HistoryRequest) =>
  pageAfter(matching(db, filter).selectAll('h'), PLACE, { after, limit, isDescending: true })

/** By `=` where there is one: an index then gives the rows in the order of the page. */
const among = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

const matching = (db: ReadDb, request: HistoryFilter) =>
  createKysely(db)
    .selectFrom('read.history as h')
    .$if(request.entities !== undefined, (all) => all.where(among('h.entity', request.entities!)))
    .$if(request.types !== undefined, (all) => all.where(among('h.type', request.types!)))
    .$if(request.actors !== undefined, (all) => all.where(among('h.actor_id', request.actors!)))
    .$if(request.fromMs !== undefined, (all) => all.where('h.at', '>=', String(request.fromMs)))
    .$if(request.untilMs !== undefined, (all) => all.where('h.at', '<', String(request.untilMs)))

/** Counted up to `searchCountedMax`, one more being more: a log has any number of lines. */
function totalOfHistory(db: ReadDb, filter: HistoryFilter): Promise<number> {
  const order = { after: undefined, limit: LIMITS.searchCountedMax, isDescending: true }
  return totalOf(db, pageAfter(matching(db, filter).select('h.position'), PLACE, order), true)
}

const EDIT_TYPES = [
  'ProfileEdited',
  'ProfileImageSet',
  'ProfileImageRemoved',
  'ThemeApplied',
  'ProfileSlugChanged',
] as const

export interface OwnerEdit {
  readonly version: number
  readonly at: number
  readonly type: (typeof EDIT_TYPES)[number]
  readonly kind: string | undefined
  readonly fields: readonly string[]
}

type EditRow = Pick<OwnerEdit, 'type'> & {
  readonly revision: string
  readonly at: string
  readonly kind: string | null
  readonly fields: readonly string[] | null
}

/** A profile ends at so many edits. */
const EDITS = `
  select revision, at, type, facts->>'kind' as kind, facts->'fields' as fields from read.history
  where entity = $1 and actor_kind = 'owner' and type = any($2::text[]) and at >= $3 and at < $4
  order by at desc, position desc limit ${LIMITS.streamEventsMax}`

export async function listOwnerEdits(
  db: ReadDb,
  profileId: string,
  days: { readonly from: string; readonly to: string },
): Promise<readonly OwnerEdit[]> {
  const { rows } = await db.query<EditRow>({
    name: 'owner-edits',
    text: EDITS,
    values: [
      profileStream(profileId),
      EDIT_TYPES,
      startOfDayMs(days.from),
      startOfDayMs(addDays(days.to, 1)),
    ],
  })
  return rows.map(({ revision, at, type, kind, fields }) => ({
    version: Number(revision) + 1,
    at: Number(at),
    type,
    kind: kind ?? undefined,
    fields: fields ?? [],
  }))
}
