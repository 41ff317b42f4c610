/** Whoever appends, no event is larger than twice what the product's own check allows. For new rows. */
export default `
set local role svc_owner;
alter table log.events
  add constraint events_size check (octet_length(data::text) + octet_length(meta::text) <= 524288) not valid;
reset role;
`
