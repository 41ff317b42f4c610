/** How far the log was sent to Kafka, and which process sends it. */
export default `
set local role svc_owner;

create table projection.relay (
  store_id uuid primary key,
  position bigint not null default 0,
  epoch bigint not null default 0,
  until timestamptz
);
comment on table projection.relay is 'All events up to the position are in Kafka. Whoever has the lease sends the next ones; each new lease raises the epoch, under which alone the row may be written.';
grant select, insert, update on projection.relay to svc_projector;
grant select on projection.relay to svc_reader;
reset role;
`
