/**
 * The fields stay encrypted as in the log, so destroying a key makes them unreadable at once.
 * `SubjectErased` deletes a visitor's rows; `visitor_erasures` then says from which position on facts are theirs again.
 * `visitor_forms` has the newest forms of a visitor, as many as they are shown: a stranger may send any number at one
 * instant. `forms` counts all. It and `identified_counts` exist because counting thousands of rows is slow.
 */
export const VISITOR_TABLES = `
create table identified_visitors (
  key text collate "C" primary key,
  profile_id uuid not null,
  visitor_id uuid not null,
  identified jsonb,
  named jsonb,
  forms integer not null,
  last_at bigint not null
);
create index on identified_visitors (profile_id, last_at);

create table identified_counts (
  profile_id uuid primary key,
  visitors integer not null
);

create table visitor_forms (
  event_id uuid primary key,
  key text collate "C" not null,
  at bigint not null,
  position bigint not null,
  consent text not null,
  key_ref text not null,
  fields jsonb not null
);
create index on visitor_forms (key, at, position);

create table visitor_erasures (
  key text collate "C" primary key,
  position bigint not null
);
`
export const VISITOR_VIEWS = [
  'identified_visitors',
  'identified_counts',
  'visitor_forms',
  'visitor_erasures',
] as const
