/** A wish of a mailbox that had refused all reminders is in the link of its mail alone. */
export default `
set local role svc_owner;
drop table vault.unconfirmed_reminders;
reset role;
`
