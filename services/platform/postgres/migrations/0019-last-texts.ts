/** A folder that no release since the first row a subject has opened counts its periods from now on, never too early. */
export default `
set local role svc_owner;
update vault.subjects set last_at = now() where last_at is null;
reset role;
`
