/** 0 is deactivated, 1 has used no code yet, 2 may work. */
export const STANDING = '(case when not is_active then 0 when activation_used or is_admin then 2 else 1 end)'

/**
 * `words` (name and e-mail) is encrypted with the account's key. Destroying the key makes every copy unreadable.
 * `search_words` are keyed hashes; they go with the words, and are empty while these are blocked.
 * Instants are milliseconds since 1970.
 */
export const ACCOUNT_TABLES = `
create table accounts (
  id text collate "C" primary key,
  words text,
  search_words bigint[] not null,
  is_blocked boolean not null,
  is_admin boolean not null,
  is_active boolean not null,
  activation_used boolean not null,
  profiles_count integer not null,
  max_profiles integer not null,
  created_at bigint not null
);
create index on accounts (created_at, id);
create index on accounts (profiles_count, id);
create index on accounts (max_profiles, id);
create index on accounts (${STANDING}, id);
create index on accounts (created_at, id) where ${STANDING} = 1;
create index on accounts (created_at, id) where not is_active;
create index on accounts using gin (search_words);
`
export const ACCOUNT_VIEWS = ['accounts'] as const
