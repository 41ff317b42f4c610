/** The log names the vault that holds the keys of its people. */
export default `
set local role svc_owner;

create table vault.identity (
  one_row boolean primary key default true check (one_row),
  id uuid not null
);
comment on table vault.identity is 'The id by which the log knows this vault: each copy of the vault has it. No row before a log was bound to it.';

-- A vault from before has the same id in each copy of it, older ones included: the check is made once, with a random nonce.
insert into vault.identity (id)
select overlay(overlay(left(encode(sha256(sealed), 'hex'), 32) placing '8' from 13) placing '8' from 17)::uuid
from vault.checks where name = 'master-key';

grant select, insert on vault.identity to svc_app;
reset role;
`
