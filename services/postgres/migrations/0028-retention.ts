/** How far retention believes the clock, so that one set wrongly ahead erases nobody. */
export default `
create schema retention authorization svc_owner;
set local role svc_owner;

create table retention.clock (
  is_only boolean primary key default true check (is_only),
  believed_at timestamptz not null
);
comment on table retention.clock is 'Follows the clock of the processes. Where that leaps by more than a day, it goes on by a day an hour.';

grant usage on schema retention to svc_app;
grant select, insert, update on retention.clock to svc_app;
reset role;
`
