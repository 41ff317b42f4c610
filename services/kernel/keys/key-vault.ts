import { loadIdKeys } from './id-keys.ts'
import { createRewrap, type Vault } from './rewrap.ts'
import { createSubjectKeys } from './subject-keys.ts'
import { createWrappingKeys } from './wrapping-keys.ts'

export type KeyVault = ReturnType<typeof createKeyVault>

export function createKeyVault(deps: Omit<Vault, 'wrapping'>) {
  const wrapping = createWrappingKeys(deps)
  return {
    keys: createSubjectKeys({ ...deps, wrapping }),
    rewrap: createRewrap({ ...deps, wrapping }),
    wrapping,
    idKeys: () => loadIdKeys({ ...deps, wrapping }),
  }
}
