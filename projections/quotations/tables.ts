/** Pending ones by their age, then the others, the newest first. */
export const DUE = `(case when status = 'pending' then created_at else 9000000000000 - created_at end)`

/**
 * `words` (company, contact, e-mail, phone, comments) is encrypted with the request's key; `search_words` are keyed hashes, none while the words are blocked.
 * Of an erased request date, cards and status stay. Instants are milliseconds since 1970.
 */
export const QUOTATION_TABLES = `
create table quotations (
  id uuid primary key,
  words text,
  search_words bigint[] not null,
  is_blocked boolean not null,
  estimated_cards text not null,
  status text not null,
  created_at bigint not null
);
create index on quotations (created_at, id);
create index on quotations (status, created_at, id);
create index on quotations (${DUE}, id);
create index on quotations using gin (search_words);
`
export const QUOTATION_VIEWS = ['quotations'] as const
