/** Leases of due reminders, which keep workers apart. The log says which reminders were sent. */
export default `
create schema reminder authorization svc_owner;
set local role svc_owner;

create table reminder.leases (
  subscription_id uuid primary key,
  -- Of the worker that has it, with a count that grows while it lives.
  lease uuid,
  beat integer not null default 0,
  not_before timestamptz not null,
  waits_for text check (waits_for in ('retry', 'profile', 'morning'))
);
create index on reminder.leases (lease) where lease is not null;
create index on reminder.leases (not_before) where lease is null;
comment on table reminder.leases is 'Due reminders that a worker has, or that wait for another try. May be emptied: the stream of each subscription decides.';

grant usage on schema reminder to svc_app;
grant select, insert, update, delete on reminder.leases to svc_app;
reset role;
`
