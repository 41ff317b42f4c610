/**
 * `words` (name, phone, e-mail, what they said, answer, reasons) is encrypted with the request's key; `search_words` are
 * keyed hashes. Of an erased request all the rest stays. Instants are milliseconds since 1970; `due_at` is midnight of the due
 * day in UTC, so that the list has one kind of order. The counts exist because counting a million rows is slow:
 * `request_counts` by status, kind and whether somebody has to confirm, `request_due_days` of open ones by due day,
 * `request_answer_times` by month in Santiago, who answered, and seconds.
 */
export const REQUEST_TABLES = `
create table requests (
  id uuid primary key,
  kind text not null,
  channel text not null,
  proof text not null,
  about text,
  profile_id uuid,
  mailbox_id uuid,
  position text not null,
  received_at bigint not null,
  due_at bigint not null,
  status text not null,
  is_denied boolean not null,
  confirmed_by text,
  is_prolonged boolean not null,
  answered_at bigint,
  is_by_people boolean not null,
  outcome text,
  words text,
  search_words bigint[] not null
);
create index on requests (received_at, id);
create index on requests (status, received_at, id);
create index on requests (kind, received_at, id);
create index on requests (status, kind, received_at, id);
create index on requests (due_at, id);
create index on requests (status, due_at, id);
create index on requests (kind, due_at, id);
create index on requests (status, kind, due_at, id);
create index on requests using gin (search_words);
create index on requests (profile_id, received_at, id)
  where status = 'open' and proof = 'none' and confirmed_by is null and not is_denied;
create index on requests (about, received_at) where about is not null;
create index on requests (mailbox_id, received_at) where confirmed_by is not null and words is not null;

create table request_counts (
  state text collate "C" primary key,
  listed integer not null
);

create table request_due_days (
  state text collate "C" primary key,
  listed integer not null
);

create table request_answer_times (
  state text collate "C" primary key,
  listed integer not null
);
`
export const REQUEST_VIEWS = [
  'requests',
  'request_counts',
  'request_due_days',
  'request_answer_times',
] as const
