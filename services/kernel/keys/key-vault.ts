import type pg from 'pg'
import { loadIdKeys } from './keyed-ids.ts'
import { createRewrap } from './rewrap.ts'
import type { RandomBytes } from './sealing.ts'
import { createSubjectKeys } from './subject-keys.ts'
import { createWrappingKeys, type WrappingFiles, type WrappingKeys } from './wrapping-keys.ts'

export interface Vault {
  readonly db: pg.Pool
  readonly files: WrappingFiles
  readonly random: RandomBytes
  readonly now: () => Date
  readonly pageRowsMax?: number
  readonly wrapping: WrappingKeys
}

export type KeyVault = ReturnType<typeof createKeyVault>

export function createKeyVault(parts: Omit<Vault, 'wrapping'>) {
  const wrapping = createWrappingKeys(parts)
  const vault: Vault = { ...parts, wrapping }
  return {
    keys: createSubjectKeys(vault),
    rewrap: createRewrap(vault),
    wrapping,
    idKeys: () => loadIdKeys(vault),
  }
}
