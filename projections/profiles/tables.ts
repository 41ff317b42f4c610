/**
 * `slug` and `details` are encrypted with the profile's key. `profile_slugs` names slugs by keyed hash; erasure deletes
 * them. `profile_owners` keeps rows of deleted profiles.
 */
export const TABLES = `
create table profiles (
  id uuid primary key,
  owner_id text collate "C" not null,
  slug text,
  details text,
  networks text[] not null,
  theme jsonb not null,
  images jsonb not null,
  is_active boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on profiles (owner_id);
create index on profiles (created_at, id);

create table profile_slugs (
  slug_name text collate "C" primary key,
  profile_id uuid not null
);
create index on profile_slugs (profile_id);

create table profile_owners (
  profile_id uuid primary key,
  owner_id text collate "C" not null
);
create index on profile_owners (owner_id);
`
export const VIEWS = ['profiles', 'profile_slugs', 'profile_owners'] as const
