/** The queue of mails. */
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

grant select, insert, update, delete on vault.mails to svc_app;
reset role;
`
