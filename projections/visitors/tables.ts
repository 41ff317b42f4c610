/**
 * The fields stay encrypted as in the log, so destroying a key makes them unreadable at once.
 * `SubjectErased` deletes a visitor's rows; `visitor_erasures` then has the position from which on facts are theirs again.
 * `visitor_forms` has every form that was sent, for the visitor. `forms` and `identified_counts` exist because counting
 * thousands of rows is slow.
 */
export const TABLES = `
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
create index on visitor_forms (key, at);

create table visitor_erasures (
  key text collate "C" primary key,
  position bigint not null
);
`
export const VIEWS = [
  'identified_visitors',
  'identified_counts',
  'visitor_forms',
  'visitor_erasures',
] as const
