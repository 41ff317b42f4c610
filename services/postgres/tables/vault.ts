import type { Device } from '@app/contracts/traffic/traffic.ts'
import { nullable, withDefault, word, SQL_TYPES } from './columns.ts'

const { bigint, boolean, bytea, date, integer, text, timestamp, uuid } = SQL_TYPES

const rendition = {
  ref: text,
  name: text,
  content_type: text,
  width: integer,
  height: integer,
  bytes: bytea,
}

export const VAULT_TABLES = {
  'vault.applied_passwords': { account_id: text, setting_hash: text, applied_at: timestamp },
  'vault.checks': { name: text, sealed: bytea },
  'vault.credentials': { account_id: text, credential_id: text, password_hash: text, changed_at: timestamp },
  'vault.id_keys': { name: text, wrapped_key: bytea, epoch: integer },
  'vault.identity': { one_row: withDefault(boolean), id: uuid },
  'vault.image_renditions': rendition,
  'vault.image_uses': { ref: text, profile_id: uuid, kind: text, since: timestamp },
  'vault.images': {
    ref: text,
    width: integer,
    height: integer,
    created_at: timestamp,
    wrapped_key: withDefault(bytea),
    epoch: withDefault(integer),
  },
  'vault.kept_answers': {
    key_hash: bytea,
    request_hash: bytea,
    state: text,
    attempt: uuid,
    since: timestamp,
    status: nullable(integer),
    subject: nullable(text),
    answer: nullable(bytea),
  },
  'vault.key_epochs': {
    epoch: integer,
    sealed: bytea,
    began_at: timestamp,
    losses: bigint,
    ended_at: nullable(timestamp),
  },
  'vault.key_losses': { one_row: withDefault(boolean), count: bigint },
  'vault.mails': {
    kind: text,
    subject: text,
    id: uuid,
    queued_at: timestamp,
    due_at: timestamp,
    tries: withDefault(integer),
    lease: nullable(uuid),
    contents: nullable(bytea),
  },
  'vault.plain_renditions': rendition,
  'vault.rate_counters': { name: text, key_hash: bytea, window_end: timestamp, count: integer },
  'vault.sessions': {
    id: uuid,
    account_id: text,
    session_version: integer,
    device: word<Device>(),
    began_at: timestamp,
    seen_at: timestamp,
    ends_at: timestamp,
  },
  'vault.sessions_to_fetch': { id_hash: bytea, account_id: text, expires_at: timestamp, browser_hash: bytea },
  'vault.state_snapshots': {
    stream: text,
    fold: text,
    version: integer,
    store_id: uuid,
    revision: bigint,
    last_id: uuid,
    sealed: bytea,
  },
  'vault.subject_keys': {
    subject: text,
    wrapped_key: bytea,
    created_at: timestamp,
    epoch: withDefault(integer),
    key_id: withDefault(uuid),
  },
  'vault.visitor_salts': { day: date, salt: bytea },
}
