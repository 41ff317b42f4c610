/**
 * Visitors who said who they are. What they said stays as sealed here as in the log: a destroyed key makes it
 * unreadable at once. The row goes when the log tells of it, so that nobody is counted who is not known.
 * How many there are of a profile is a row as well: to count thousands takes longer than to read all else of an answer.
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
