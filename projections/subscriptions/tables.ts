/**
 * `email` stays encrypted as in the log, so destroying a key makes it unreadable at once. `SubjectErased` deletes the row;
 * `erased_subscriptions` then keeps how many cycles its stream has had, because a later one goes on counting there.
 * Instants are milliseconds since 1970.
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
create index on subscriptions (profile_id, subscribed_at);
create index on subscriptions (subscribed_at, id);
create index on subscriptions (status, subscribed_at, id);
create index on subscriptions (subscribed_at, id) where status = 'active' and next_reminder is null;
create index on subscriptions (subscribed_at, id) where status = 'active' and next_reminder is not null;

create table erased_subscriptions (
  id uuid primary key,
  cycles integer not null
);
`
export const SUBSCRIPTION_VIEWS = ['subscriptions', 'erased_subscriptions'] as const
