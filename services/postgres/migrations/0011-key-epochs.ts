/** Keys of people are wrapped under an epoch, whose key is outside the database. */
export default `
set local role svc_owner;

-- To wrap a key anew is no loss: only what destroys one is.
drop trigger key_loss on vault.subject_keys;
drop trigger snapshot_loss on vault.subject_keys;

alter table vault.subject_keys add column epoch integer not null default 0;
-- Stays the same however often the key is wrapped anew. The same in each copy of the database from before.
alter table vault.subject_keys add column key_id uuid;
update vault.subject_keys set key_id = md5(subject || ' ' || extract(epoch from created_at))::uuid;
alter table vault.subject_keys alter column key_id set default gen_random_uuid();
alter table vault.subject_keys alter column key_id set not null;
comment on table vault.subject_keys is 'One key a person, wrapped by the key of its epoch. Epoch 0 is the master key itself.';

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

create table vault.key_epochs (
  epoch integer primary key,
  -- A known text under what wraps keys in this epoch; none for epoch 0.
  sealed bytea not null,
  began_at timestamptz not null,
  -- How many keys of people were gone by then.
  losses bigint not null,
  ended_at timestamptz
);
create unique index on vault.key_epochs ((true)) where ended_at is null;
insert into vault.key_epochs (epoch, sealed, began_at, losses) select 0, '', now(), count from vault.key_losses;
comment on table vault.key_epochs is 'The epoch that keys are wrapped in, and those that have ended but whose keys are not all wrapped anew yet.';

grant select, insert, update, delete on vault.key_epochs to svc_app;
reset role;
`
