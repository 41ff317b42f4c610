/** The relay is a subscription as all others: its lease goes, and its position becomes a checkpoint. */
export default `
set local role svc_owner;
insert into kernel.checkpoints (name, store_id, position, last_position)
select 'relay', store_id, position, position from projection.relay order by position desc limit 1
on conflict do nothing;
drop table projection.relay;
reset role;
`
