import { nullable, withDefault, word, SQL_TYPES } from './columns.ts'

const { bigint, boolean, integer, text, timestamp, uuid } = SQL_TYPES

export const WORK_TABLES = {
  'projection.builds': {
    build: text,
    projection: text,
    version: integer,
    state: text,
    store_id: uuid,
    position: withDefault(bigint),
    created_at: timestamp,
    mark_position: nullable(bigint),
    mark_stream: nullable(text),
    mark_revision: nullable(bigint),
    mark_id: nullable(uuid),
    until: nullable(bigint),
    kept_at: nullable(timestamp),
  },
  'projection.parked': {
    build: text,
    position: bigint,
    event_id: nullable(uuid),
    type: nullable(text),
    subject: text,
    error: text,
    parked_at: timestamp,
    stream: nullable(text),
    revision: nullable(bigint),
    erasure_stream: nullable(text),
    is_skipped: withDefault(boolean),
  },
  'projection.runners': {
    projection: text,
    version: integer,
    state: text,
    behind_since: nullable(timestamp),
    error: nullable(text),
  },
  'projection.relay': {
    store_id: uuid,
    position: withDefault(bigint),
    epoch: withDefault(bigint),
    until: nullable(timestamp),
  },
  'reminder.leases': {
    subscription_id: uuid,
    lease: nullable(uuid),
    beat: withDefault(integer),
    not_before: timestamp,
    waits_for: nullable(word<'retry' | 'profile' | 'morning'>()),
  },
  'retention.clock': { is_only: withDefault(boolean), believed_at: timestamp },
  'reaction.checkpoints': {
    name: text,
    store_id: uuid,
    position: bigint,
    mark_stream: nullable(text),
    mark_revision: nullable(bigint),
    mark_id: nullable(uuid),
  },
}
