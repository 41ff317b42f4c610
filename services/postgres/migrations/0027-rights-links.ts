/** Mailed links to what is kept of a mailbox, and what a browser opened with one. */
export default `
set local role svc_owner;
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
-- Null in rows of before, which expire.
alter table vault.unconfirmed_reminders add column address uuid;
create index on vault.unconfirmed_reminders (address);
grant select, insert, update, delete on vault.rights_links to svc_app;
reset role;
`
