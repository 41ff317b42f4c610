/**
 * `slug` and `details` are encrypted with the profile's key. `own_words` are keyed hashes of the names and the slug of
 * the profile; they go with its erasure, and are empty while it is blocked. `profile_slugs` names slugs by keyed hash; erasure
 * deletes them. `profile_owners` keeps rows of deleted profiles. Instants are milliseconds since 1970.
 */
export const PROFILE_TABLES = `
create table profiles (
  id uuid primary key,
  owner_id text collate "C" not null,
  slug text,
  details text,
  own_words bigint[] not null,
  is_blocked boolean not null,
  networks text[] not null,
  theme jsonb not null,
  images jsonb not null,
  is_active boolean not null,
  created_at bigint not null,
  updated_at bigint not null
);
create index on profiles (owner_id);
create index on profiles (created_at, id);
create index on profiles (created_at, id) where not is_active;
create index on profiles using gin (own_words);

create table profile_slugs (
  slug_name text collate "C" primary key,
  profile_id uuid not null,
  has_come_back boolean not null
);
create index on profile_slugs (profile_id);

create table profile_owners (
  profile_id uuid primary key,
  owner_id text collate "C" not null
);
create index on profile_owners (owner_id);
`
export const PROFILE_VIEWS = ['profiles', 'profile_slugs', 'profile_owners'] as const
