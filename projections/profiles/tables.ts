/**
 * `slug` and `details` are encrypted with the profile's key. `own_words` are keyed hashes of the names and the slug of
 * the profile, `owner_words` of the name and e-mail of its owner; each go with the erasure of the person they are of, and are empty while they are blocked.
 * `profile_owner_words` has them of every account, for the profiles that it makes later. `profile_slugs` names slugs by keyed hash; erasure deletes them. `profile_owners`
 * keeps rows of deleted profiles. Instants are milliseconds since 1970.
 */
export const PROFILE_TABLES = `
create table profiles (
  id uuid primary key,
  owner_id text collate "C" not null,
  slug text,
  details text,
  own_words bigint[] not null,
  is_blocked boolean not null,
  owner_words bigint[] not null,
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
create index on profiles using gin ((own_words || owner_words));

create table profile_owner_words (
  owner_id text collate "C" primary key,
  of_name bigint[] not null,
  of_email bigint[] not null,
  is_blocked boolean not null
);

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
