/** One row an account. Its name and e-mail are sealed: they go with its key, in every copy. */
export const TABLES = `
create table accounts (
  id text collate "C" primary key,
  words text,
  is_admin boolean not null,
  is_active boolean not null,
  created_at timestamptz not null
);
`
export const VIEWS = ['accounts'] as const
