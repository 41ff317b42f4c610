/** Data of accounts, images, rate limits and repeated calls outside the log. */
export default `
create schema reaction authorization svc_owner;
set local role svc_owner;

-- A password counts once an event names it: two that are set at once do not overwrite each other.
alter table vault.credentials add column credential_id text collate "C" not null default 'first';
alter table vault.credentials alter column credential_id drop default;
alter table vault.credentials drop constraint credentials_pkey;
alter table vault.credentials add primary key (account_id, credential_id);
comment on table vault.credentials is 'Hashes of passwords. Which one counts is said by the account: "first" is one of before they had names.';

create table vault.sessions_to_fetch (
  id_hash bytea primary key,
  account_id text collate "C" not null,
  expires_at timestamptz not null
);
comment on table vault.sessions_to_fetch is 'Logins by an external provider that wait to be exchanged for a session, once and within two minutes.';

-- Nothing could fill the table of before.
drop table vault.images;
create table vault.images (
  ref text collate "C" primary key,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
comment on table vault.images is 'Pictures by the hash of their content. What nobody uses is removed.';

create table vault.image_renditions (
  ref text collate "C" not null references vault.images on delete cascade,
  name text collate "C" not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  primary key (ref, name)
);
-- Pictures are compressed already.
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

create table vault.kept_answers (
  key_hash bytea primary key,
  request_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  -- Of the attempt that runs: whoever takes over one that died has another.
  attempt uuid not null,
  since timestamptz not null,
  status integer,
  subject text collate "C",
  answer bytea
);
create index on vault.kept_answers (since);
comment on table vault.kept_answers is 'Answers to calls with an Idempotency-Key, for 48 h, sealed with the key of the person they are about.';

-- Not worth a crash: who comes back after one begins to count anew.
create unlogged table vault.rate_counters (
  name text collate "C" not null,
  key_hash bytea not null,
  window_end timestamptz not null,
  count integer not null,
  primary key (name, key_hash)
);
create index on vault.rate_counters (window_end);
comment on table vault.rate_counters is 'How often a call was made, under keyed hashes of addresses and accounts. The key changes each day.';

grant select, insert, update, delete on
  vault.sessions_to_fetch, vault.images, vault.image_renditions, vault.image_uses, vault.kept_answers, vault.rate_counters
  to svc_app;

create table reaction.checkpoints (
  name text collate "C" primary key,
  store_id uuid not null,
  position bigint not null
);
comment on table reaction.checkpoints is 'How far each reaction has read the log: what spans two streams is finished by it.';
grant usage on schema reaction to svc_app;
grant select, insert, update, delete on reaction.checkpoints to svc_app;
reset role;
`
