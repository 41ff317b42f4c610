/**
 * One row a subject whose words are kept, without the words. `mailbox_id` is a keyed hash of the e-mail. `counts_from` is
 * the instant from which the period of retention counts; null while nothing ends it. `settled` are the reminders of the
 * present cycle that are sent or skipped. Instants are milliseconds since 1970.
 */
export const PEOPLE_TABLES = `
create table people (
  subject text collate "C" primary key,
  kind text not null,
  profile_id uuid,
  mailbox_id uuid,
  since bigint not null,
  last_at bigint not null,
  ended_at bigint,
  counts_from bigint,
  settled text[] not null,
  consent text,
  consent_at bigint,
  consent_position bigint
);
create index on people (mailbox_id, (kind = 'quotation'), since, subject) where mailbox_id is not null and kind <> 'request';
create index on people (kind, counts_from, subject) where counts_from is not null;
`
export const PEOPLE_VIEWS = ['people'] as const
