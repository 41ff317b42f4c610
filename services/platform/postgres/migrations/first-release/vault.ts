/** Ways into accounts, limits of calls and answers to repeated ones. */
const ACCOUNTS = `
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

create table vault.applied_passwords (
  account_id text collate "C" primary key,
  setting_hash text collate "C" not null,
  applied_at timestamptz not null
);
comment on table vault.applied_passwords is 'A bcrypt hash of the ADMIN_PASSWORD that was last made the password of an account: the same setting is not made it again.';

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
  -- Of the account when it began: what ends all sessions of an account makes the older ones worthless.
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
reset role;
`

/** Pictures, which profiles use. Each is sealed with its own key. */
const PICTURES = `
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

/** Mails that wait, and what mailed links open. */
const MAILS = `
set local role svc_owner;

create table vault.mails (
  kind text collate "C" not null,
  subject text collate "C" not null,
  -- Of the letter, and so of its Message-ID.
  id uuid not null,
  queued_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  -- Of the attempt that is under way.
  lease uuid,
  contents bytea,
  primary key (kind, subject)
);
create index on vault.mails (due_at);
comment on table vault.mails is 'Mails that wait to be sent, one of a kind to a person at most. What they say is sealed with the person''s key.';

create table vault.unconfirmed_reminders (
  subscription_id uuid primary key,
  -- As the stream of suppressions is named.
  mailbox uuid not null,
  profile_id uuid not null,
  visitor_id uuid,
  -- Of the subscription to come.
  event_id uuid not null,
  -- With the key of the subscription's subject.
  sealed bytea not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  is_cancelled boolean not null default false,
  address uuid
);
create index on vault.unconfirmed_reminders (mailbox);
create index on vault.unconfirmed_reminders (profile_id, visitor_id);
create index on vault.unconfirmed_reminders (expires_at);
create index on vault.unconfirmed_reminders (address);
comment on table vault.unconfirmed_reminders is 'Wishes for reminders of mailboxes that had refused all of them. No event has them before they are confirmed.';

create table vault.rights_links (
  token_hash bytea primary key,
  -- A keyed hash of the address.
  mailbox uuid not null,
  -- The address, with the key of the mailbox's subject.
  sealed bytea not null,
  -- Of the link; once a browser has opened it, of what that browser may see.
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

export default [ACCOUNTS, PICTURES, MAILS].join('')
