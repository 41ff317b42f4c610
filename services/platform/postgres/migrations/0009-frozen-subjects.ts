/** Readers see who is frozen, and nothing else of the vault: a search leaves them out. */
export default `
set local role svc_owner;
create index on vault.subjects (subject) where is_frozen;
create view projection.frozen_subjects as select subject from vault.subjects where is_frozen;
reset role;
`
