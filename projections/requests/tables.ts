/**
 * `words` (name, phone, e-mail, what they said, reasons) is encrypted with the request's key; `search_words` are
 * keyed hashes. Of an erased request all the rest stays. Instants are milliseconds since 1970; `due_at` is midnight of the due
 * day in UTC, so that the list has one kind of order.
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
  is_confirmed boolean not null,
  is_prolonged boolean not null,
  answered_at bigint,
  outcome text,
  template text,
  words text,
  search_words bigint[] not null
);
create index on requests using gin (search_words);
`
export const REQUEST_VIEWS = ['requests'] as const
