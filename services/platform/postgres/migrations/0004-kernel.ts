/** Progress of all that follows the log. Reactions go on from where they were. */
export default `
create schema kernel authorization svc_owner;
set local role svc_owner;
create table kernel.checkpoints (
  name text collate "C" primary key,
  store_id uuid not null,
  position bigint not null default 0,
  last_position bigint,
  last_event uuid,
  last_stream text collate "C",
  last_revision bigint,
  events bigint not null default 0,
  behind_since timestamptz,
  error text
);
comment on table kernel.checkpoints is 'One row a subscription. Its lock says which process handles the next events.';
comment on column kernel.checkpoints.last_event is 'The last event that was handled. A log without it is an older copy that has grown again.';

create table kernel.parked (
  name text collate "C" not null references kernel.checkpoints on delete cascade,
  position bigint not null,
  event_id uuid,
  type text,
  stream text collate "C",
  revision bigint,
  subject text collate "C" not null,
  error text not null,
  is_skipped boolean not null default false,
  erasure_stream text collate "C",
  parked_at timestamptz not null default now(),
  primary key (name, position)
);
create index parked_subjects on kernel.parked (name, subject, position);
comment on column kernel.parked.erasure_stream is 'The erasure that came after it, which is handled again behind it.';

insert into kernel.checkpoints (name, store_id, position, last_position, last_event, last_stream, last_revision)
select name, store_id, position, case when mark_id is null then null else position end, mark_id, mark_stream, mark_revision
from reaction.checkpoints;
drop schema reaction cascade;
reset role;
`
