import LOG from './first-release/log.ts'
import PROJECTIONS from './first-release/projections.ts'
import RECORD from './first-release/record.ts'
import VAULT_ACCOUNTS from './first-release/vault-accounts.ts'
import VAULT_KEYS from './first-release/vault-keys.ts'
import VAULT_MAILS from './first-release/vault-mails.ts'
import VAULT_PICTURES from './first-release/vault-pictures.ts'

/**
 * The schema of the first release. The product may only append to the log and read it, so that a compromised program
 * cannot rewrite history; the projector owns the read models, and reads neither log nor vault. The login that migrates
 * becomes a member of all four roles.
 */
const ROLES = `
do $$
declare name text;
begin
  foreach name in array array['svc_owner', 'svc_app', 'svc_reader', 'svc_projector'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to %I', name, current_user);
  end loop;
end $$;
`

export default [
  ROLES,
  LOG,
  VAULT_KEYS,
  VAULT_ACCOUNTS,
  VAULT_PICTURES,
  VAULT_MAILS,
  PROJECTIONS,
  RECORD,
].join('')
