/** Binds an external login to its browser, and stores which setting was applied as a password. */
export default `
set local role svc_owner;

-- Whoever was just signing in begins anew: nothing says in which browser they were.
delete from vault.sessions_to_fetch;
alter table vault.sessions_to_fetch add column browser_hash bytea not null;
comment on table vault.sessions_to_fetch is 'Logins by an external provider that wait to be exchanged for a session, once, within two minutes and in the browser that signed in.';

create table vault.applied_passwords (
  account_id text collate "C" primary key,
  setting_hash text collate "C" not null,
  applied_at timestamptz not null
);
comment on table vault.applied_passwords is 'A bcrypt hash of the ADMIN_PASSWORD that was last made the password of an account: the same setting is not made it again.';

grant select, insert, update, delete on vault.applied_passwords to svc_app;
reset role;
`
