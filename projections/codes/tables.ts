/**
 * `sealed_code` is the printed code as the log seals it. `code_counts` exists because counting a million rows is slow.
 * Instants are milliseconds since 1970.
 */
export const CODE_TABLES = `
create table codes (
  id text collate "C" primary key,
  sealed_code text not null,
  max_profiles integer not null,
  created_at bigint not null,
  used_at bigint,
  account_id text collate "C"
);
create index on codes (created_at, id);
create index on codes (created_at, id) where account_id is null;
create index on codes (created_at, id) where account_id is not null;
create index on codes (account_id) where account_id is not null;

create table code_counts (
  state text primary key,
  listed integer not null
);
`
export const CODE_VIEWS = ['codes', 'code_counts'] as const
