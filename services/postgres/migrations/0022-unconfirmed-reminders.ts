/** Requests for reminders from mailboxes that had refused all; they wait for a confirmation from the mailbox. */
export default `
set local role svc_owner;

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
  is_cancelled boolean not null default false
);
create index on vault.unconfirmed_reminders (mailbox);
create index on vault.unconfirmed_reminders (profile_id, visitor_id);
create index on vault.unconfirmed_reminders (expires_at);
comment on table vault.unconfirmed_reminders is 'Wishes for reminders of mailboxes that had refused all of them. No event has them before they are confirmed.';

grant select, insert, update, delete on vault.unconfirmed_reminders to svc_app;
reset role;
`
