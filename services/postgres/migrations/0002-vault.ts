/** Data that is erasable or secret, and therefore not in the log. */
export default `
create schema vault authorization svc_owner;
set local role svc_owner;

create table vault.subject_keys (
  subject text collate "C" primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null
);
comment on table vault.subject_keys is 'One key a person, wrapped by the master key. Deleting a row makes what it sealed unreadable everywhere.';

create table vault.credentials (
  account_id text collate "C" primary key,
  password_hash text not null,
  changed_at timestamptz not null
);

create table vault.visitor_salts (
  day date primary key,
  salt bytea not null
);
comment on table vault.visitor_salts is 'Salt of the day for visitors without an id of their own. Destroyed after two days.';

create table vault.checks (
  name text primary key,
  sealed bytea not null
);
comment on table vault.checks is 'A known text sealed by the master key: another master key is noticed before it does harm.';

create table vault.images (
  ref text collate "C" primary key,
  content_type text not null,
  bytes bytea not null
);

grant usage on schema vault to svc_app;
grant select, insert, update, delete on all tables in schema vault to svc_app;
reset role;
`
