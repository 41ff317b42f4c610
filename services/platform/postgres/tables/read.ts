import type { SUBSCRIPTION_STATUSES, Reminder } from '@app/contracts/reminders.ts'
import type { Actor, JsonObject } from '@app/contracts/event-store.ts'
import type { HistoryType } from '@app/contracts/events/catalogue.ts'
import type { ProfileTheme } from '@app/contracts/profiles.ts'
import type { QuotationStatus } from '@app/contracts/quotations.ts'
import type {
  AnswerTemplate,
  RequestChannel,
  RequestKind,
  RequestOutcome,
  RequestProof,
} from '@app/contracts/privacy/requests.ts'
import { jsonb, nullable, SQL_TYPES, word } from './columns.ts'

const { bigint, bigints, boolean, integer, position, text, texts, uuid } = SQL_TYPES

const subscriptionStatus = word<(typeof SUBSCRIPTION_STATUSES)[number]>()
const reminderStatus = word<
  'pending' | 'started' | 'sent' | 'uncertain' | 'skipped' | 'blocked' | 'undeliverable'
>()

const worded = { subject: text, words: nullable(text) }
const personal = { ...worded, found_by: bigints }
const ofVisitor = { profile_id: uuid, visitor_id: uuid }

/** Views on the active builds. The tables behind them are made of these columns, but for those of traffic and history. */
export const READ_VIEWS = {
  'read.accounts': {
    id: text,
    ...personal,
    is_admin: boolean,
    is_active: boolean,
    activation_used: boolean,
    profiles_count: integer,
    max_profiles: integer,
    created_at: bigint,
  },
  'read.profiles': {
    id: uuid,
    owner_id: text,
    ...personal,
    networks: texts,
    theme: jsonb<ProfileTheme>(),
    is_active: boolean,
    created_at: bigint,
    updated_at: bigint,
  },
  'read.profile_slugs': { slug_name: text, subject: text },
  'read.profile_owners': { profile_id: uuid, owner_id: text },
  'read.identified_visitors': {
    key: text,
    ...worded,
    ...ofVisitor,
    forms: integer,
    last_at: bigint,
  },
  'read.visitor_forms': {
    event_id: uuid,
    key: text,
    ...worded,
    at: bigint,
    position,
    consent: text,
  },
  'read.visitor_erasures': { key: text, position },
  'read.subscriptions': {
    id: uuid,
    profile_id: uuid,
    cycle: integer,
    status: subscriptionStatus,
    ...worded,
    visitor_id: nullable(uuid),
    subscribed_at: bigint,
    first_status: reminderStatus,
    first_at: nullable(bigint),
    second_status: reminderStatus,
    second_at: nullable(bigint),
    next_reminder: nullable(word<Reminder>()),
  },
  'read.codes': {
    id: text,
    sealed_code: text,
    max_profiles: integer,
    created_at: bigint,
    used_at: nullable(bigint),
    account_id: nullable(text),
  },
  'read.quotations': {
    id: uuid,
    ...personal,
    estimated_cards: text,
    status: word<QuotationStatus>(),
    created_at: bigint,
  },
  'read.requests': {
    id: uuid,
    kind: word<RequestKind>(),
    channel: word<RequestChannel>(),
    proof: word<RequestProof>(),
    about: nullable(text),
    profile_id: nullable(uuid),
    mailbox_id: nullable(uuid),
    position: text,
    received_at: bigint,
    due_at: bigint,
    status: word<'open' | 'answered'>(),
    is_confirmed: boolean,
    is_prolonged: boolean,
    answered_at: nullable(bigint),
    outcome: nullable(word<RequestOutcome>()),
    template: nullable(word<AnswerTemplate>()),
    ...personal,
  },
  'read.traffic_visitor_days': { ...ofVisitor, clicks: integer, downloads: integer },
  'read.traffic_days': { profile_id: uuid, visits: integer },
  'read.history': {
    position: bigint,
    at: bigint,
    stream: text,
    revision: bigint,
    type: word<HistoryType>(),
    entity: text,
    actor_kind: word<Actor['kind']>(),
    actor_id: nullable(text),
    facts: jsonb<JsonObject>(),
    words: nullable(text),
  },
  'read.history_values': { entity: text, plain: jsonb<JsonObject>(), words: nullable(text) },
}
