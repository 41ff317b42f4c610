/**
 * The fields stay encrypted as in the log, so destroying a key makes them unreadable at once.
 * `SubjectErased` deletes the row. `identified_counts` exists because counting thousands of rows is slow.
 */
export const TABLES = `
create table identified_visitors (
  key text collate "C" primary key,
  profile_id uuid not null,
  visitor_id uuid not null,
  identified jsonb,
  named jsonb,
  last_at bigint not null
);
create index on identified_visitors (profile_id, last_at);

create table identified_counts (
  profile_id uuid primary key,
  visitors integer not null
);
`
export const VIEWS = ['identified_visitors', 'identified_counts'] as const
