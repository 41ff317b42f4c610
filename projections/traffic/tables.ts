/**
 * `traffic_facts` holds one narrow row a traffic event, `traffic_visitors` where each visitor's fold stands.
 * The rest are rollups: sums over all visitors of what each visitor's facts, in the order they happened, contribute.
 * The two matrices answer exact distinct visitors of any range: a visitor is new in [a, b] on the day whose
 * previous day lies before a.
 */
export const TABLES = `
create table traffic_facts (
  profile_id uuid not null,
  visitor_id uuid not null,
  position bigint not null,
  event_id uuid not null,
  at bigint not null,
  kind text not null,
  network text,
  source text,
  ground text not null,
  verdict text not null,
  primary key (profile_id, visitor_id, position)
) with (fillfactor = 90);

create table traffic_visitors (
  profile_id uuid not null,
  visitor_id uuid not null,
  last_at bigint not null,
  last_key text collate "C" not null,
  tap_at bigint,
  download_at bigint,
  visit_day date,
  act_day date,
  engaged_day date,
  primary key (profile_id, visitor_id)
) with (fillfactor = 80);

create table traffic_corrections (
  profile_id uuid not null,
  visitor_id uuid not null,
  event_id uuid not null,
  correction_id uuid not null,
  primary key (profile_id, visitor_id, event_id, correction_id)
);
create index on traffic_corrections (correction_id);

create table traffic_days (
  profile_id uuid not null,
  day date not null,
  visits bigint not null,
  clicks bigint not null,
  downloads bigint not null,
  primary key (profile_id, day)
) with (fillfactor = 80);

create table traffic_breakdown (
  profile_id uuid not null,
  day date not null,
  dimension text collate "C" not null,
  value text collate "C" not null,
  count bigint not null,
  primary key (profile_id, day, dimension, value)
) with (fillfactor = 80);

create table traffic_uniques (
  profile_id uuid not null,
  day date not null,
  previous date not null,
  visitors bigint not null,
  primary key (profile_id, day, previous)
) with (fillfactor = 80);

create table traffic_engaged (
  profile_id uuid not null,
  day date not null,
  previous date not null,
  visitors bigint not null,
  primary key (profile_id, day, previous)
) with (fillfactor = 80);
`
export const VIEWS = [
  'traffic_facts',
  'traffic_visitors',
  'traffic_corrections',
  'traffic_days',
  'traffic_breakdown',
  'traffic_uniques',
  'traffic_engaged',
] as const
