/** Work that waits for its time. */
export default `
set local role svc_owner;
create table kernel.jobs (
  kind text collate "C" not null,
  key text collate "C" not null,
  due_at timestamptz not null,
  set_at timestamptz not null,
  tries integer not null default 0,
  data jsonb not null default '{}',
  primary key (kind, key)
);
create index on kernel.jobs (kind, due_at);
create index on kernel.jobs (set_at);
comment on table kernel.jobs is 'Work that waits for its time. The lock of a row says which process does it.';
comment on column kernel.jobs.set_at is 'Where this lies in the future, the clock was set back, and the job is due.';
reset role;
`
