/** The sealed log's tree. All of it can be made again from the log; what counts are the signed checkpoints in the log. */
export default `
create schema record authorization svc_owner;
set local role svc_owner;

create table record.tree (
  is_only boolean primary key default true check (is_only),
  store_id uuid not null,
  size bigint not null,
  position bigint not null,
  changes_end bigint not null,
  mark_stream text collate "C",
  mark_revision bigint,
  mark_id uuid
);
comment on table record.tree is 'How far the tree has read the log. changes_end: behind the last leaf that is no seal itself.';

create table record.tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index)
);
comment on table record.tiles is 'Tiles of C2SP tlog-tiles. A tile grows at its end only, so that a partial one of before is its beginning.';

create table record.leaf_positions (
  tile bigint primary key,
  positions bigint[] not null
);
create unique index on record.leaf_positions ((positions[1]));
comment on table record.leaf_positions is 'Positions in the store of the leaves of each tile of level 0.';

grant usage on schema record to svc_projector, svc_reader;
grant select, insert, update, delete on all tables in schema record to svc_projector;
grant select on all tables in schema record to svc_reader;
reset role;
`
