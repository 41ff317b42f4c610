/** Ways into accounts, limits of calls and answers to repeated ones. */
export default `
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
