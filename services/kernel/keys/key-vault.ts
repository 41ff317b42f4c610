import type pg from 'pg'
import { loadIdKeys, type IdKeys } from './id-keys.ts'
import { createRewrap, type Rewrap, type RewrapDeps } from './rewrap.ts'
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts'
import { createWrappingKeys, type WrappingKeys } from './wrapping-keys.ts'

export interface KeyVault {
  readonly keys: SubjectKeys
  readonly rewrap: Rewrap
  readonly wrapping: WrappingKeys
  readonly idKeys: () => Promise<IdKeys>
}

export function createKeyVault(deps: Omit<RewrapDeps, 'wrapping'> & { readonly db: pg.Pool }): KeyVault {
  const wrapping = createWrappingKeys(deps)
  return {
    keys: createSubjectKeys({ ...deps, wrapping }),
    rewrap: createRewrap({ ...deps, wrapping }),
    wrapping,
    idKeys: () => loadIdKeys({ ...deps, wrapping }),
  }
}
