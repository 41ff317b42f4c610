import type { JsonObject } from '@app/contracts/event-store.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import type { Change } from './values.ts'

export interface HistoryRow {
  readonly position: string
  readonly at: number
  readonly event_id: string
  readonly stream: string
  readonly revision: string
  readonly type: string
  readonly entity: string
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly correlation_id: string
  readonly causation_id: string | null
  /** Only of those that are counted by the day. */
  readonly day: string | null
  readonly count: number
  readonly facts: JsonObject
  readonly words: NonNullable<Change['words']> | null
}

const COLUMNS =
  'position, at, event_id, stream, revision, type, entity, actor_kind, actor_id, correlation_id, causation_id, day, count, facts, words'
export const WORDS_COLUMN = 'history.words'

export async function eraseWords(tx: BuildTransaction, entities: readonly string[]): Promise<void> {
  await tx.query(
    "update history set words = null, facts = facts - 'fields' where entity = any($1::text[]) and words is not null",
    [entities],
  )
}

/** A day that other batches have begun keeps the position and instant of its first event. */
export async function writeRows(tx: BuildTransaction, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into history as h (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::history, $1)
     on conflict (entity, type, day) where day is not null do update set count = h.count + excluded.count`,
    [JSON.stringify(await sealedRows(tx, rows))],
  )
}

/** Names of changed fields go with the texts: without their key nobody can tell them again. */
async function sealedRows(tx: BuildTransaction, rows: readonly HistoryRow[]): Promise<readonly object[]> {
  const subjects = new Set(rows.flatMap(({ entity, words }) => (words === null ? [] : [entity])))
  if (subjects.size === 0) return rows
  if (tx.seals === undefined) throw new Error('history has nothing to be sealed with')
  const sealer = await tx.seals.of([...subjects], { frozen: true })
  return rows.map((row) => {
    if (row.words === null) return row
    const { before, after } = row.words
    const words = sealer.seal({ subject: row.entity, column: WORDS_COLUMN }, { before, after })
    return words === null
      ? { ...row, words }
      : { ...row, words, facts: { ...row.facts, fields: Object.keys(after) } }
  })
}
