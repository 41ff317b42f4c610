import type { SUBSCRIPTION_STATUSES } from '@app/contracts/api/reminder-calls.ts'
import type { Actor, JsonObject } from '@app/contracts/event-store.ts'
import { COUNT_COLUMNS } from '@app/contracts/traffic/day-counts.ts'
import type { HistoryType } from '@app/contracts/events/history-types.ts'
import type { ProfileTheme } from '@app/contracts/events/profile-events.ts'
import type { Reminder } from '@app/contracts/events/subscription-events.ts'
import type { QuotationStatus } from '@app/contracts/quoted-cards.ts'
import { jsonb, nullable, SQL_TYPES, word } from './columns.ts'
import { READ_REQUESTS } from './read-requests.ts'

const { bigint, bigints, boolean, date, integer, smallint, text, texts, uuid } = SQL_TYPES

interface TextInEvent {
  readonly eventId: string
  readonly keyRef: string
  readonly fields: JsonObject
}
interface VisitorTextInEvent extends TextInEvent {
  readonly at: number
}

const subscriptionStatus = word<(typeof SUBSCRIPTION_STATUSES)[number]>()
const reminderStatus = word<
  'pending' | 'started' | 'sent' | 'uncertain' | 'skipped' | 'blocked' | 'undeliverable'
>()

const ofVisitor = { profile_id: uuid, visitor_id: uuid }

/** Views on the active builds; `projections/<name>/tables.ts` creates their tables. */
export const READ_VIEWS = {
  'read.accounts': {
    id: text,
    words: nullable(text),
    search_words: bigints,
    is_blocked: boolean,
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
    slug: nullable(text),
    details: nullable(text),
    own_words: bigints,
    is_blocked: boolean,
    networks: texts,
    theme: jsonb<ProfileTheme>(),
    images: jsonb<Readonly<Record<string, string>>>(),
    is_active: boolean,
    created_at: bigint,
    updated_at: bigint,
  },
  'read.profile_slugs': { slug_name: text, profile_id: uuid, has_come_back: boolean },
  'read.profile_owners': { profile_id: uuid, owner_id: text },
  'read.identified_visitors': {
    key: text,
    ...ofVisitor,
    identified: nullable(jsonb<VisitorTextInEvent>()),
    named: nullable(jsonb<VisitorTextInEvent>()),
    forms: integer,
    last_at: bigint,
  },
  'read.visitor_forms': {
    event_id: uuid,
    key: text,
    at: bigint,
    position: bigint,
    consent: text,
    key_ref: text,
    fields: jsonb<JsonObject>(),
  },
  'read.visitor_erasures': { key: text, position: bigint },
  'read.subscriptions': {
    id: uuid,
    profile_id: uuid,
    cycle: integer,
    status: subscriptionStatus,
    email: nullable(jsonb<TextInEvent>()),
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
    words: nullable(text),
    search_words: bigints,
    is_blocked: boolean,
    estimated_cards: text,
    status: word<QuotationStatus>(),
    created_at: bigint,
  },
  ...READ_REQUESTS,
  'read.erased_subscriptions': { id: uuid, cycles: integer },
  'read.traffic_facts': {
    ...ofVisitor,
    position: bigint,
    event_id: uuid,
    at: bigint,
    day: date,
    hour: smallint,
    kind: text,
    network: nullable(text),
    app: nullable(text),
    source: nullable(text),
    referrer: nullable(text),
    device: nullable(text),
    is_judged: boolean,
    reason: nullable(text),
  },
  'read.traffic_visitor_days': {
    ...ofVisitor,
    day: date,
    visits: integer,
    clicks: integer,
    downloads: integer,
    visit_before: nullable(date),
    engaged_before: nullable(date),
  },
  'read.traffic_days': {
    profile_id: uuid,
    day: date,
    visits: integer,
    clicks: integer,
    downloads: integer,
    uniques: integer,
    week_uniques: integer,
    month_uniques: integer,
    new_visitors: integer,
    engaged: integer,
    week_engaged: integer,
    month_engaged: integer,
    new_engaged: integer,
    ...Object.fromEntries(COUNT_COLUMNS.map((name) => [name, nullable(integer)])),
  },
  'read.history': {
    position: bigint,
    at: bigint,
    event_id: uuid,
    stream: text,
    revision: bigint,
    type: word<HistoryType>(),
    entity: text,
    actor_kind: word<Actor['kind']>(),
    actor_id: nullable(text),
    correlation_id: text,
    causation_id: nullable(text),
    day: nullable(date),
    count: integer,
    facts: jsonb<JsonObject>(),
    words: nullable(text),
  },
  'read.history_values': { entity: text, plain: jsonb<JsonObject>(), words: nullable(text) },
  'read.history_streams': { stream: text, entity: text },
  'read.history_counts': { state: word<HistoryType>(), listed: integer },
}
