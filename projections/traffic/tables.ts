import {
  COUNT_COLUMNS,
  type Device,
  type Exclusion,
  type Network,
  type Referrer,
  type SharingApp,
  type Source,
  type TrafficKind,
} from '@app/contracts/traffic/kinds.ts'

/** A row of `traffic_facts`. A share is the request of a messaging app for a preview of the page: no visitor is involved. */
export interface Fact {
  readonly profile_id: string
  readonly visitor_id: string
  /** A bigint, as JSON takes it. */
  readonly position: string
  readonly event_id: string
  /** Event time, in ms since 1970. */
  readonly at: number
  /** By the clock of Santiago. */
  readonly day: string
  readonly hour: number
  readonly kind: TrafficKind | 'share'
  readonly network: Network | null
  readonly app: SharingApp | null
  readonly source: Source | null
  readonly referrer: Referrer | null
  readonly device: Device | null
  readonly is_judged: boolean
  readonly reason: Exclusion | null
}

export const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Distinct visitors of a day, and those of them who come for the first time in its week, in its month and at all. */
const PEOPLE = ['uniques', 'week_uniques', 'month_uniques', 'new_visitors'] as const
const ENGAGED = ['engaged', 'week_engaged', 'month_engaged', 'new_engaged'] as const
export const SUMS = ['visits', 'clicks', 'downloads'] as const
export const SUM_COLUMNS: readonly string[] = [...SUMS, ...PEOPLE, ...ENGAGED]

export const FACT_COLUMNS: readonly (readonly [name: keyof Fact, type: string])[] = [
  ['profile_id', 'uuid not null'],
  ['visitor_id', 'uuid not null'],
  ['position', 'bigint not null'],
  ['event_id', 'uuid not null'],
  ['at', 'bigint not null'],
  ['day', 'date not null'],
  ['hour', 'smallint not null'],
  ['kind', 'text not null'],
  ['network', 'text'],
  ['app', 'text'],
  ['source', 'text'],
  ['referrer', 'text'],
  ['device', 'text'],
  ['is_judged', 'boolean not null'],
  ['reason', 'text'],
]

/**
 * `traffic_facts` has each fact with its reason. The other tables are computed from it: `traffic_visitor_days` has a row for
 * each visitor and day with a judged fact, and the visitor's former day with a visit, and with a visit and an act. Most
 * counts of a day are zero, which is null there and takes no room.
 */
export const TRAFFIC_TABLES = `
create table traffic_facts (
  ${FACT_COLUMNS.map(([name, type]) => `${name} ${type}`).join(',\n  ')}
) with (fillfactor = 95);

create table traffic_visitor_days (
  profile_id uuid not null,
  visitor_id uuid not null,
  day date not null,
  visits int not null,
  clicks int not null,
  downloads int not null,
  visit_before date,
  engaged_before date
) with (fillfactor = 80);

create table traffic_days (
  profile_id uuid not null,
  day date not null,
  ${SUM_COLUMNS.map((name) => `${name} int not null`).join(', ')},
  ${COUNT_COLUMNS.map((name) => `${name} int`).join(', ')}
) with (fillfactor = 80);
`
export const TRAFFIC_VIEWS = ['traffic_facts', 'traffic_visitor_days', 'traffic_days'] as const
