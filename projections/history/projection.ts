import type { JsonObject, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, HISTORY_TYPES } from '@app/contracts/events/catalogue.ts'
import type { BuildTransaction, Projection } from '@app/services/kernel/models/projection.ts'
import { ddlOf } from '@app/services/kernel/models/row-model.ts'
import { READ_VIEWS } from '@app/services/platform/postgres/tables/read.ts'
import { entitiesOf, hasWords, plainFactsOf } from './entities.ts'
import {
  affectsValues,
  foldValues,
  forgetValues,
  type Change,
  type ToldFact,
  WORDS_COLUMN,
} from './values.ts'

/**
 * A row an event that is no traffic. `entity` is the stream of the profile, account, quotation or code whose life it belongs to, or
 * `log`. `facts` holds what is not personal. `words` (changed texts of a profile or account, before and after) is
 * encrypted with its key, like those of `history_values`, which has the present values of each, so that an edit finds the
 * ones before it. `history_streams` names the entity of streams of which only the first event does. Instants are
 * milliseconds since 1970.
 */
const HISTORY_TABLES = [
  ddlOf({
    view: 'read.history',
    key: 'position',
    indexes: [
      '(at, position)',
      '(entity, at, position)',
      '(entity, type, at, position)',
      '(actor_id, at, position) where actor_id is not null',
      '(actor_id, type, at, position) where actor_id is not null',
      '(actor_id, entity, at, position, type) where actor_id is not null',
      '(type, at, position)',
      '(entity) where words is not null',
    ],
  }),
  ddlOf({ view: 'read.history_values', key: 'entity' }),
  'create table history_streams (stream text collate "C" primary key, entity text collate "C" not null);',
].join('\n')
const HISTORY_VIEWS = ['history', 'history_values', 'history_streams'] as const

/** Visitors are named by no line: their ids lead from one of their acts to the next. */
const actorIdOf = ({ kind, id }: StoredEvent['meta']['actor']): string | null =>
  kind === 'visitor' ? null : id

function rowOf({ stored, event, atMs, entity }: ToldFact, change: Change | undefined) {
  const { position, stream, revision, meta } = stored
  const { plain, words = null } = change ?? {}
  return {
    position: String(position),
    at: atMs,
    stream,
    revision: String(revision),
    type: event.type,
    entity,
    actor_kind: meta.actor.kind,
    actor_id: actorIdOf(meta.actor),
    facts: { ...plainFactsOf(event), ...(plain as JsonObject | undefined) } as JsonObject,
    words,
  }
}

async function project(tx: BuildTransaction, events: readonly StoredEvent[]): Promise<void> {
  const facts = events.map((stored) => ({
    stored,
    event: readEvent(stored),
    atMs: Date.parse(stored.meta.occurredAt),
  }))
  const entities = await entitiesOf(tx, facts)
  const lines = facts.map((fact, nth) => ({ ...fact, entity: entities[nth]! }))
  const changes = await foldValues(
    tx,
    lines.filter(({ event, entity }) => hasWords(entity) && affectsValues(event)),
  )
  await writeRows(
    tx,
    lines.map((fact) => rowOf(fact, changes.get(fact.stored.position))),
  )
}

export const historyProjection: Projection = {
  name: 'history',
  version: 8,
  handles: HISTORY_TYPES,
  tables: HISTORY_TABLES,
  views: HISTORY_VIEWS,
  subjectOf: ({ stream }) => stream,
  project,
  forget: async (tx, subjects) => {
    await eraseWords(tx, subjects)
    await forgetValues(tx, subjects)
  },
}

type HistoryRow = ReturnType<typeof rowOf>

const COLUMNS = Object.keys(READ_VIEWS['read.history']).join(', ')

async function eraseWords(tx: BuildTransaction, entities: readonly string[]): Promise<void> {
  await tx.query(
    "update history set words = null, facts = facts - 'fields' where entity = any($1::text[]) and words is not null",
    [entities],
  )
}

async function writeRows(tx: BuildTransaction, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `insert into history (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::history, $1)`,
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
