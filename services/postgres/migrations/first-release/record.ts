/**
 * The sealed log's tree. All of it but the cosignatures can be made again from the log; what counts are the signed
 * checkpoints in the log.
 */
export default `
create schema record authorization svc_owner;
set local role svc_owner;

create table record.tree (
  is_only boolean primary key default true check (is_only),
  store_id uuid not null,
  size bigint not null,
  position bigint not null,
  changes_end bigint not null,
  kept_size bigint not null,
  mark_stream text collate "C",
  mark_revision bigint,
  mark_id uuid
);
comment on table record.tree is 'How far the tree has read the log. changes_end: behind the last leaf that is no seal itself. kept_size: of the largest checkpoint that was kept elsewhere.';

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

create table record.seals (
  size bigint primary key,
  position bigint not null,
  root bytea not null,
  key_id text collate "C" not null,
  signature bytea not null,
  made_at timestamptz not null
);
comment on table record.seals is 'The LogSealed events that the tree has read. position: of the event.';

create table record.seal_keys (
  key_id text collate "C" primary key,
  vkey text collate "C" not null
);
comment on table record.seal_keys is 'The keys that the log has named.';

create table record.cosignatures (
  witness text collate "C" primary key,
  size bigint not null,
  root bytea not null,
  line text collate "C" not null
);
comment on table record.cosignatures is 'The newest signature of each second party, a line of the checkpoint of that size.';
reset role;
`
