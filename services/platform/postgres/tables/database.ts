import { type TableOf, type ViewOf, jsonb, nullable, withDefault, SQL_TYPES } from './columns.ts'
import { READ_VIEWS } from './read.ts'
import { VAULT_TABLES } from './vault.ts'

const { bigint, boolean, integer, text, timestamp, uuid } = SQL_TYPES

const WORK_TABLES = {
  'projection.builds': {
    build: text,
    projection: text,
    version: integer,
    state: text,
    created_at: timestamp,
    kept_at: nullable(timestamp),
    caught_up_at: nullable(timestamp),
    differing: nullable(bigint),
  },
  'projection.frozen_subjects': { subject: nullable(text) },
  'retention.clock': { is_only: withDefault(boolean), believed_at: timestamp },
  'kernel.checkpoints': {
    name: text,
    store_id: uuid,
    position: withDefault(bigint),
    last_position: nullable(bigint),
    last_event: nullable(uuid),
    last_stream: nullable(text),
    last_revision: nullable(bigint),
    events: withDefault(bigint),
    error: nullable(text),
  },
  'kernel.jobs': {
    kind: text,
    key: text,
    due_at: timestamp,
    set_at: timestamp,
    tries: withDefault(integer),
    data: withDefault(jsonb<Readonly<Record<string, unknown>>>()),
  },
  'kernel.parked': {
    name: text,
    position: bigint,
    event_id: nullable(uuid),
    type: nullable(text),
    stream: nullable(text),
    revision: nullable(bigint),
    subject: text,
    error: text,
    is_skipped: withDefault(boolean),
    erasure_stream: nullable(text),
    parked_at: withDefault(timestamp),
  },
}

/** A test compares them with those of the database. */
export const COLUMNS = { ...READ_VIEWS, ...VAULT_TABLES, ...WORK_TABLES }

type Tables = typeof VAULT_TABLES & typeof WORK_TABLES

/** Excludes the log, whose statements are SQL text. */
export type Database = { readonly [Name in keyof Tables]: TableOf<Tables[Name]> } & {
  readonly [Name in keyof typeof READ_VIEWS]: ViewOf<(typeof READ_VIEWS)[Name]>
}
