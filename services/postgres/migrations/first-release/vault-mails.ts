/** Mails that wait, and what mailed links open. */
export default `
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
