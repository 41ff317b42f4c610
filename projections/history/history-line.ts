import type { Actor, JsonObject } from '@app/contracts/event-store.ts'
import type { HistoryType } from '@app/contracts/audit/history-types.ts'
import type { Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import type { SealedRows } from '../profiles/queries.ts'
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
  readonly isBlocked: boolean
  /** Undefined where the event has none, or where nobody can or may read them. */
  readonly words: { readonly before: Words; readonly after: Words } | undefined
}

/** What a restoration appends behind its mark; other edits have no cause. */
const RESTORED: readonly HistoryType[] = ['ProfileEdited', 'ThemeApplied']

export const isRestoredEdit = ({ type, causationId }: HistoryLine): boolean =>
  RESTORED.includes(type) && causationId !== null

/** The same of a row of `read.history` as h. Literals, so that plans are made for these types. */
export const IS_RESTORED_EDIT = sql<boolean>`(h.type in (${sql.join(RESTORED.map((type) => sql.lit(type)))}) and h.causation_id is not null)`

type Row = Selectable<Database['read.history']>

export async function openedRows(
  { seals }: SealedRows,
  rows: readonly Row[],
): Promise<readonly HistoryLine[]> {
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
    isBlocked: row.words !== null && sealer.isBlocked(row.entity),
    words: hasWords(row.entity)
      ? (sealer.open({ subject: row.entity, column: WORDS_COLUMN }, row.words) as HistoryLine['words'])
      : undefined,
  }))
}
