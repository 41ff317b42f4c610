/** Blocked subjects: their keys stay, and open nothing for anybody who reads. */
export default `
set local role svc_owner;

create table vault.blocked_subjects (
  subject text collate "C" primary key,
  since timestamptz not null,
  -- The row stays: a state that was folded before the block and one folded during it must differ for ever.
  is_lifted boolean not null default false,
  changes integer not null default 1
);
comment on table vault.blocked_subjects is 'Whose words nobody may read until the block is lifted. Events and the ledger of blocks make it again.';

-- Decrypted texts and cached states are void once it changes.
create trigger key_loss after insert or update or delete on vault.blocked_subjects
  for each row execute function vault.count_key_loss();

create function vault.drop_block() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from vault.blocked_subjects where subject = old.subject;
  return null;
end
$$;
create trigger block_loss after delete on vault.subject_keys
  for each row when (old.wrapped_key <> '') execute function vault.drop_block();
create trigger block_destroyed after update on vault.subject_keys
  for each row when (old.wrapped_key <> '' and (new.wrapped_key = '' or new.key_id <> old.key_id))
  execute function vault.drop_block();

grant select, insert, update, delete on vault.blocked_subjects to svc_app;
reset role;
`
