import { idPartsOf } from './id-parts.ts'

/**
 * `email` stays encrypted as in the log, so destroying a key makes it unreadable at once. `SubjectErased` deletes the row;
 * `erased_subscriptions` then keeps how many cycles its stream has had, because a later one goes on counting there.
 * `subscription_counts` exists because counting a million rows is slow, and `subscription_totals` because adding up those of
 * 100,000 profiles is. `subscription_days` has the same counts by the day of subscribing, so that those of a span are
 * read from its days. All count an active one with no mail to come as `completed`. Instants are milliseconds since 1970.
 */
export const SUBSCRIPTION_TABLES = `
create table subscriptions (
  id uuid primary key,
  profile_id uuid not null,
  cycle integer not null,
  status text not null,
  email jsonb,
  visitor_id uuid,
  subscribed_at bigint not null,
  first_status text not null,
  first_at bigint,
  second_status text not null,
  second_at bigint,
  next_reminder text
);
create index on subscriptions (next_reminder, subscribed_at, id) where next_reminder is not null;
create index on subscriptions (profile_id, id);
create index on subscriptions (profile_id, visitor_id, subscribed_at) where visitor_id is not null;
create index on subscriptions (subscribed_at, id);
create index on subscriptions (status, subscribed_at, id);
create index on subscriptions (subscribed_at, id) where status = 'active' and next_reminder is null;
create index on subscriptions (subscribed_at, id) where status = 'active' and next_reminder is not null;

create table subscription_counts (
  profile_id uuid not null,
  status text not null,
  subscriptions integer not null,
  primary key (profile_id, status)
);
create index on subscription_counts (status);
create index on subscription_counts using gin ((${idPartsOf('profile_id')}));

create table subscription_days (
  profile_id uuid not null,
  day date not null,
  status text not null,
  subscriptions integer not null,
  primary key (profile_id, day, status)
);

create table subscription_totals (
  state text primary key,
  listed integer not null
);

create table erased_subscriptions (
  id uuid primary key,
  cycles integer not null
);
`
export const SUBSCRIPTION_VIEWS = [
  'subscriptions',
  'subscription_counts',
  'subscription_days',
  'subscription_totals',
  'erased_subscriptions',
] as const
