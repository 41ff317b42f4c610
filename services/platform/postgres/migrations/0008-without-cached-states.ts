/** Each load folds the whole stream: nothing has to know how often a subject was frozen. */
export default `
set local role svc_owner;
drop trigger snapshot_loss on vault.subjects;
drop trigger snapshot_destroyed on vault.subjects;
drop function vault.drop_snapshot();
drop table vault.state_snapshots;
drop trigger key_frozen on vault.subjects;
alter table vault.subjects drop column freezes;
reset role;
`
