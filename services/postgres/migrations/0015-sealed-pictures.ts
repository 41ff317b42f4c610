/** Pictures are sealed, each with its own key. Older ones are in another table until they are sealed too. */
export default `
set local role svc_owner;

alter table vault.images add column wrapped_key bytea not null default '';
alter table vault.images add column epoch integer not null default 0;
comment on table vault.images is 'Pictures by a keyed hash of their content, each with a key of its own, wrapped by the key of its epoch; none where the picture still lies in plain_renditions. What nobody uses is removed.';

alter table vault.image_renditions rename to plain_renditions;
alter index vault.image_renditions_pkey rename to plain_renditions_pkey;
comment on table vault.plain_renditions is 'Pictures from before they were sealed. Emptied in the background, then truncated, so that their bytes leave the disk.';
grant truncate on vault.plain_renditions to svc_app;

create table vault.image_renditions (
  ref text collate "C" not null references vault.images on delete cascade,
  name text collate "C" not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  -- Sealed with the picture's key.
  bytes bytea not null,
  primary key (ref, name)
);
-- Sealed bytes do not become smaller.
alter table vault.image_renditions alter column bytes set storage external;
grant select, insert, update, delete on vault.image_renditions to svc_app;
reset role;
`
