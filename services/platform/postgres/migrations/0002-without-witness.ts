/** No second party signs checkpoints any more. */
export default `
set local role svc_owner;
drop table if exists record.cosignatures;
reset role;
`
