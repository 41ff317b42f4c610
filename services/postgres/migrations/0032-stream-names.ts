/** The same check of a stream's name: to count up to 200 within the expression took longer than the rest of an append. */
export default `
set local role svc_owner;
alter table log.events
  drop constraint events_stream,
  add constraint events_stream check (length(stream) <= 200 and stream ~ '^[A-Za-z][A-Za-z0-9_.:-]*$') not valid;
reset role;
`
