/** One wrapping key in place of master key and epochs. A start reads the files of the epochs once more, with their table. */
export default `
set local role svc_owner;
create table vault.wrapping (
  one_row boolean primary key default true check (one_row),
  number integer not null,
  made_at timestamptz not null,
  has_losses boolean not null default false
);
comment on table vault.wrapping is 'The number of the file that wraps all keys, and whether keys were destroyed since it was made.';
insert into vault.wrapping (number, made_at, has_losses)
select coalesce(e.epoch, 1), coalesce(e.began_at, now()), coalesce(e.losses < l.count, false)
from vault.key_losses l left join vault.key_epochs e on e.ended_at is null;
alter table vault.subjects rename epoch to wrapped_by;
alter table vault.id_keys rename epoch to wrapped_by;
alter table vault.images rename epoch to wrapped_by;

drop trigger key_loss on vault.subjects;
drop trigger key_destroyed on vault.subjects;
drop function vault.count_key_loss();
drop table vault.key_losses, vault.checks;
reset role;
`
