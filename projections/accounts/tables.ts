/** One row an account; the name and e-mail go with its key. */
export const TABLES = `
create table accounts (
  id text collate "C" primary key,
  name text not null,
  email text not null,
  is_admin boolean not null,
  is_active boolean not null,
  created_at timestamptz not null
);
`
export const VIEWS = ['accounts'] as const
