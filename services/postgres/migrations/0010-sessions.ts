/** Open sessions, one row each. */
export default `
set local role svc_owner;

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

grant select, insert, update, delete on vault.sessions to svc_app;
reset role;
`
