import type { Device } from '@app/contracts/traffic/kinds.ts'
import { nullable, withDefault, word, SQL_TYPES } from './columns.ts'

const { boolean, bytea, date, integer, text, timestamp, uuid } = SQL_TYPES

export const VAULT_TABLES = {
  'vault.applied_passwords': { account_id: text, setting_hash: text, applied_at: timestamp },
  'vault.credentials': { account_id: text, credential_id: text, password_hash: text, changed_at: timestamp },
  'vault.id_keys': { name: text, wrapped_key: bytea, wrapped_by: integer },
  'vault.identity': { one_row: withDefault(boolean), id: uuid },
  'vault.image_renditions': {
    ref: text,
    name: text,
    content_type: text,
    width: integer,
    height: integer,
    bytes: bytea,
  },
  'vault.image_uses': { ref: text, profile_id: uuid, kind: text, since: timestamp },
  'vault.images': {
    ref: text,
    width: integer,
    height: integer,
    created_at: timestamp,
    wrapped_key: bytea,
    wrapped_by: integer,
  },
  'vault.rate_counters': { name: text, key_hash: bytea, window_end: timestamp, count: integer },
  'vault.rights_links': {
    token_hash: bytea,
    mailbox: uuid,
    sealed: bytea,
    expires_at: timestamp,
    browser_hash: nullable(bytea),
  },
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
  'vault.subjects': {
    subject: text,
    wrapped_key: bytea,
    created_at: timestamp,
    wrapped_by: integer,
    key_id: withDefault(uuid),
    last_at: nullable(timestamp),
    mailbox_hash: nullable(uuid),
    is_frozen: withDefault(boolean),
  },
  'vault.visitor_salts': { day: date, salt: bytea },
  'vault.wrapping': {
    one_row: withDefault(boolean),
    number: integer,
    made_at: timestamp,
    has_losses: withDefault(boolean),
  },
}
