/**
 * `traffic_facts` holds one narrow row a traffic event, `traffic_visitors` where each visitor's fold stands.
 * The rest are rollups: sums over all visitors of what each visitor's facts, in the order they happened, contribute.
 *
 * Days carry how many visitors came for the first time that day, that ISO week and that month, so that the exact
 * uniques of each bucket are a sum of days. Months answer long ranges with a row a month. The two matrices answer exact
 * distinct visitors of any range: a visitor is new in [a, b] on the day whose previous day lies before a.
 */
export const TABLES = `
create table traffic_facts (
  profile_id uuid not null,
  visitor_id uuid not null,
  event_id uuid not null,
  at bigint not null,
  position bigint not null,
  kind text not null,
  network text,
  source text not null,
  referrer text not null,
  device text not null,
  ground text,
  reason text,
  primary key (profile_id, at, position)
) with (fillfactor = 95);
create index on traffic_facts (profile_id, visitor_id);

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
  clicks int not null,
  downloads int not null,
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
  visits int not null,
  clicks int not null,
  downloads int not null,
  uniques int not null,
  engaged int not null,
  week_uniques int not null,
  month_uniques int not null,
  counters int[] not null,
  primary key (profile_id, day)
) with (fillfactor = 80);

create table traffic_months (
  profile_id uuid not null,
  month date not null,
  visits int not null,
  clicks int not null,
  downloads int not null,
  uniques int not null,
  new_visitors int not null,
  new_engaged int not null,
  counters int[] not null,
  primary key (profile_id, month)
) with (fillfactor = 70);

create table traffic_uniques (
  profile_id uuid not null,
  day date not null,
  previous date not null,
  visitors int not null,
  primary key (profile_id, day, previous)
) with (fillfactor = 80);

create table traffic_engaged (
  profile_id uuid not null,
  day date not null,
  previous date not null,
  visitors int not null,
  primary key (profile_id, day, previous)
) with (fillfactor = 80);
`
export const VIEWS = [
  'traffic_facts',
  'traffic_visitors',
  'traffic_corrections',
  'traffic_days',
  'traffic_months',
  'traffic_uniques',
  'traffic_engaged',
] as const
