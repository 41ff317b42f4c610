import LOG from './first-release/log.ts'
import PROJECTIONS from './first-release/projections.ts'
import VAULT from './first-release/vault.ts'
import VAULT_KEYS from './first-release/vault-keys.ts'

export default [LOG, VAULT_KEYS, VAULT, PROJECTIONS].join('')
