/** Keys: data of people is erasable because these are not in the log. What opens them is outside the database. */
export default `
create schema vault authorization svc_owner;
set local role svc_owner;

create table vault.checks (
  name text primary key,
  sealed bytea not null
);
comment on table vault.checks is 'A known text sealed by the master key: another master key is noticed before it does harm.';

create table vault.identity (
  one_row boolean primary key default true check (one_row),
  id uuid not null
);
comment on table vault.identity is 'The id by which the log knows this vault: each copy of the vault has it. No row before a log was bound to it.';

-- A process notices an erasure without a query for each key.
create table vault.key_losses (
  one_row boolean primary key default true check (one_row),
  count bigint not null
);
insert into vault.key_losses (count) values (0);
comment on table vault.key_losses is 'How many keys are gone. A row and no sequence: the new count is seen when the loss is, not before.';

create table vault.key_epochs (
  epoch integer primary key,
  -- A known text under what wraps keys in this epoch.
  sealed bytea not null,
  began_at timestamptz not null,
  -- How many keys of people were gone by then.
  losses bigint not null,
  ended_at timestamptz
);
create unique index on vault.key_epochs ((true)) where ended_at is null;
comment on table vault.key_epochs is 'The epoch that keys are wrapped in, and those that have ended but whose keys are not all wrapped anew yet.';

create table vault.subject_keys (
  subject text collate "C" primary key,
  wrapped_key bytea not null,
  created_at timestamptz not null,
  epoch integer not null,
  -- Stays the same however often the key is wrapped anew.
  key_id uuid not null default gen_random_uuid()
);
comment on table vault.subject_keys is 'One key a person, wrapped by the key of its epoch.';

-- So that another master key changes no id.
create table vault.id_keys (
  name text collate "C" primary key,
  wrapped_key bytea not null,
  epoch integer not null
);
comment on table vault.id_keys is 'Keys of keyed hashes (accounts, kept answers), wrapped by the key of their epoch.';

-- Their keys stay, and open nothing for anybody who reads.
create table vault.blocked_subjects (
  subject text collate "C" primary key,
  since timestamptz not null,
  -- The row stays: a state that was folded before the block and one folded during it must differ for ever.
  is_lifted boolean not null default false,
  changes integer not null default 1
);
comment on table vault.blocked_subjects is 'Whose words nobody may read until the block is lifted. Events and the ledger of blocks make it again.';

create table vault.state_snapshots (
  stream text collate "C" primary key,
  fold text collate "C" not null,
  version integer not null,
  store_id uuid not null,
  -- Of the last event in it.
  revision bigint not null,
  last_id uuid not null,
  sealed bytea not null
);
comment on table vault.state_snapshots is 'Folded states, sealed with the key of the person whom the stream is about, and gone with it. Derived: may be emptied at any time.';

create table vault.visitor_salts (
  day date primary key,
  salt bytea not null
);
comment on table vault.visitor_salts is 'Salt of the day for visitors without an id of their own. Destroyed after two days.';

create function vault.count_key_loss() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  update vault.key_losses set count = count + 1;
  return null;
end
$$;
create function vault.drop_snapshot() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from vault.state_snapshots where stream = old.subject;
  return null;
end
$$;
create function vault.drop_block() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from vault.blocked_subjects where subject = old.subject;
  return null;
end
$$;

-- To wrap a key anew is no loss: only what destroys one is.
create trigger key_loss after delete on vault.subject_keys
  for each row when (old.wrapped_key <> '') execute function vault.count_key_loss();
create trigger key_destroyed after update on vault.subject_keys
  for each row when (old.wrapped_key <> '' and (new.wrapped_key = '' or new.key_id <> old.key_id))
  execute function vault.count_key_loss();
create trigger snapshot_loss after delete on vault.subject_keys
  for each row when (old.wrapped_key <> '') execute function vault.drop_snapshot();
create trigger snapshot_destroyed after update on vault.subject_keys
  for each row when (old.wrapped_key <> '' and (new.wrapped_key = '' or new.key_id <> old.key_id))
  execute function vault.drop_snapshot();
create trigger block_loss after delete on vault.subject_keys
  for each row when (old.wrapped_key <> '') execute function vault.drop_block();
create trigger block_destroyed after update on vault.subject_keys
  for each row when (old.wrapped_key <> '' and (new.wrapped_key = '' or new.key_id <> old.key_id))
  execute function vault.drop_block();
-- Decrypted texts and cached states are void once a block changes.
create trigger key_loss after insert or update or delete on vault.blocked_subjects
  for each row execute function vault.count_key_loss();
reset role;
`
