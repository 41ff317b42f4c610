/** An error is noted once it lasts, so the instant of its first failure says nothing more. */
export default `
set local role svc_owner;
alter table kernel.checkpoints drop column failing_since;
reset role;
`
