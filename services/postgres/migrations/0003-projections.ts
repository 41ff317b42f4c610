/** Checkpoints, builds and parked events. Projections create the tables of their read models. */
export default `
create schema projection authorization svc_owner;
create schema read authorization svc_app;
set local role svc_owner;

create table projection.builds (
  build text collate "C" primary key,
  projection text collate "C" not null,
  version integer not null,
  state text not null check (state in ('active', 'building')),
  store_id uuid not null,
  position bigint not null default 0,
  created_at timestamptz not null
);
create unique index one_active_build on projection.builds (projection) where state = 'active';
comment on table projection.builds is 'One row a build: its schema is named after it, and its checkpoint moves with its rows.';

create table projection.parked (
  build text collate "C" not null references projection.builds on delete cascade,
  position bigint not null,
  event_id uuid,
  type text,
  subject text collate "C" not null,
  error text not null,
  parked_at timestamptz not null,
  primary key (build, position)
);

grant usage on schema projection to svc_app, svc_reader;
grant select, insert, update, delete on all tables in schema projection to svc_app;
grant select on all tables in schema projection to svc_reader;
reset role;

grant usage on schema read to svc_reader;
set local role svc_app;
alter default privileges in schema read grant select on tables to svc_reader;
reset role;
`
