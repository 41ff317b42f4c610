/** Keys that derive ids, wrapped as keys of people are, so that another master key changes no id. */
export default `
set local role svc_owner;

create table vault.id_keys (
  name text collate "C" primary key,
  wrapped_key bytea not null,
  epoch integer not null
);
comment on table vault.id_keys is 'Keys of keyed hashes (accounts, kept answers), wrapped by the key of their epoch.';

grant select, insert, update, delete on vault.id_keys to svc_app;
reset role;
`
