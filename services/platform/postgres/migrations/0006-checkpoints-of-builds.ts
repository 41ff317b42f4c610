/** Builds follow the log by the kernel's loop: their checkpoints and parked events move to its tables. */
export default `
set local role svc_owner;
alter table kernel.checkpoints rename column behind_since to failing_since;
drop trigger announce_build on projection.builds;
drop function projection.announce_build();
insert into kernel.checkpoints (name, store_id, position, last_position, last_event, last_stream, last_revision, events, error)
select build, store_id, position, mark_position, mark_id, mark_stream, mark_revision, coalesce(events, 0), error
from projection.builds;
insert into kernel.parked
  (name, position, event_id, type, stream, revision, subject, error, is_skipped, erasure_stream, parked_at)
select build, position, event_id, type, stream, revision, subject, error, is_skipped, erasure_stream, parked_at
from projection.parked;
drop table projection.parked;
drop table projection.runners;
drop function projection.announce_runner();
alter table projection.builds drop column store_id, drop column position, drop column mark_position,
  drop column mark_stream, drop column mark_revision, drop column mark_id, drop column events, drop column error;
comment on table projection.builds is 'One row a build: its schema and its checkpoint are named after it.';
reset role;
`
