/** `words` (name and e-mail) is encrypted with the account's key. Destroying the key makes every copy unreadable. */
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
