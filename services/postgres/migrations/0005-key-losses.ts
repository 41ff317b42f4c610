/** Counts lost keys, so that a process notices an erasure without a query for each key. */
export default `
set local role svc_owner;

create table vault.key_losses (
  one_row boolean primary key default true check (one_row),
  count bigint not null
);
insert into vault.key_losses (count) values (0);
comment on table vault.key_losses is 'How many keys are gone. A row and no sequence: the new count is seen when the loss is, not before.';

create function vault.count_key_loss() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  update vault.key_losses set count = count + 1;
  return null;
end
$$;
create trigger key_loss after update or delete on vault.subject_keys
  for each row when (old.wrapped_key <> '') execute function vault.count_key_loss();

grant select on vault.key_losses to svc_app;
reset role;
`
