/** A subscription to the log makes a job of each wish anew, and the streams decide what is still to be sent. */
export default `
set local role svc_owner;
drop schema reminder cascade;
reset role;
`
