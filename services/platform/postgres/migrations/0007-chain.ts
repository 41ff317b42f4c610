/** A chain of signed blocks in place of the tree. Its tables were made from the log: nothing is lost with them. */
export default `
set local role svc_owner;
drop table if exists record.tree, record.tiles, record.leaf_positions, record.seals, record.seal_keys;
create table record.blocks (
  size bigint primary key,
  day text collate "C" not null,
  through bigint not null,
  leaves bytea not null,
  head json not null
);
alter table record.blocks alter column leaves set storage external;
create index on record.blocks (through);
create index on record.blocks (day, size);
comment on table record.blocks is 'Hashes of up to 4096 events that follow each other. size: events up to its end. day: UTC, of its head. through: position of its last event.';
reset role;
`
