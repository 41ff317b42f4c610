import LOG from './first-release/log.ts'
import PROJECTIONS from './first-release/projections.ts'
import RECORD from './first-release/record.ts'
import VAULT_ACCOUNTS from './first-release/vault-accounts.ts'
import VAULT_KEYS from './first-release/vault-keys.ts'
import VAULT_MAILS from './first-release/vault-mails.ts'
import VAULT_PICTURES from './first-release/vault-pictures.ts'

export default [LOG, VAULT_KEYS, VAULT_ACCOUNTS, VAULT_PICTURES, VAULT_MAILS, PROJECTIONS, RECORD].join('')
