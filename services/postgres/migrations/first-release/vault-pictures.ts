/** Pictures, which profiles use. Each is sealed with its own key. */
export default `
set local role svc_owner;

create table vault.images (
  ref text collate "C" primary key,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  wrapped_key bytea not null,
  epoch integer not null
);
comment on table vault.images is 'Pictures by a keyed hash of their content, each with a key of its own, wrapped by the key of its epoch. What nobody uses is removed.';

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

create table vault.image_uses (
  ref text collate "C" not null references vault.images,
  profile_id uuid not null,
  kind text collate "C" not null,
  since timestamptz not null,
  primary key (ref, profile_id, kind)
);
create index on vault.image_uses (profile_id);
comment on table vault.image_uses is 'Which profile shows which picture. Written before the event that sets it, so that a picture is never missed.';
reset role;
`
