/** Keys: data of people is erasable because these are not in the log. The file that wraps them is outside the database. */
export const KEYS_SCHEMA = `
create schema vault authorization svc_owner;
set local role svc_owner;
create table vault.identity (
  one_row boolean primary key default true check (one_row),
  id uuid not null
);
comment on table vault.identity is 'The id by which the log knows this vault: each copy of the vault has it. No row before a log was bound to it.';

create table vault.wrapping (
  one_row boolean primary key default true check (one_row),
  number integer not null,
  made_at timestamptz not null,
  has_losses boolean not null default false
);
insert into vault.wrapping (number, made_at) values (1, now());
comment on table vault.wrapping is 'The number of the file that wraps all keys, and whether keys were destroyed since it was made.';

create table vault.subjects (
  subject text collate "C" constraint subject_keys_pkey primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  wrapped_by integer not null,
  -- Stays the same however often the key is wrapped anew.
  key_id uuid not null default gen_random_uuid(),
  last_at timestamptz,
  mailbox_hash uuid,
  is_frozen boolean not null default false
);
create index on vault.subjects (mailbox_hash) where mailbox_hash is not null;
create index on vault.subjects ((split_part(subject, '-', 1)), last_at, subject) where wrapped_key <> '';
create index on vault.subjects (subject) where is_frozen;
-- Readers see who is frozen, and nothing else of the vault: a search leaves them out.
create view projection.frozen_subjects as select subject from vault.subjects where is_frozen;

-- So that another wrapping key changes no id.
create table vault.id_keys (
  name text collate "C" primary key,
  wrapped_key bytea not null,
  wrapped_by integer not null
);

create table vault.visitor_salts (
  day date primary key,
  salt bytea not null
);
comment on table vault.visitor_salts is 'Salt of the day for visitors without an id of their own. Destroyed after two days.';
reset role;
`

/** Ways into accounts, limits of calls, pictures (each sealed with its own key), and what mailed links open. */
export const VAULT_SCHEMA = `
set local role svc_owner;
create table vault.credentials (
  account_id text collate "C" not null,
  password_hash text not null,
  changed_at timestamptz not null,
  -- A password counts once an event names it: two that are set at once do not overwrite each other.
  credential_id text collate "C" not null,
  primary key (account_id, credential_id)
);
comment on table vault.credentials is 'Hashes of passwords. Which one counts is said by the account: "first" is one of before they had names.';

create table vault.sessions_to_fetch (
  id_hash bytea primary key,
  account_id text collate "C" not null,
  expires_at timestamptz not null,
  browser_hash bytea not null
);
comment on table vault.sessions_to_fetch is 'Logins by an external provider that wait to be exchanged for a session, once, within two minutes and in the browser that signed in.';

create table vault.sessions (
  id uuid primary key,
  account_id text collate "C" not null,
  -- The account's at its begin: what ends all sessions of an account makes the older ones worthless.
  session_version integer not null,
  device text collate "C" not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null
);
create index on vault.sessions (account_id);
create index on vault.sessions (ends_at);
comment on table vault.sessions is 'Open sessions: a token is good only while its session has a row. No names, addresses or user agents.';

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

create table vault.images (
  ref text collate "C" primary key,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  wrapped_key bytea not null,
  wrapped_by integer not null
);

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

create table vault.rights_links (
  token_hash bytea primary key,
  -- A keyed hash of the address.
  mailbox uuid not null,
  -- The address, with the key of the mailbox's subject.
  sealed bytea not null,
  -- The link's end; once a browser has opened it, the end of what that browser may see.
  expires_at timestamptz not null,
  -- Null until it is opened.
  browser_hash bytea
);
create index on vault.rights_links (mailbox);
create index on vault.rights_links (browser_hash);
create index on vault.rights_links (expires_at);
comment on table vault.rights_links is 'Links that were mailed to people who asked what is kept of them, by the hash of their secret.';
reset role;
`
