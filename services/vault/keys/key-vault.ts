import type pg from 'pg'
import { createEpochs, type Epochs, type EpochsDeps } from './epochs.ts'
import { loadIdKeys, type IdKeys } from './id-keys.ts'
import type { RandomBytes } from './sealing.ts'
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts'
import { createWrappingKeys, type WrappingKeys, type WrappingKeysDeps } from './wrapping-keys.ts'

/** None of it is in the database. */
export type KeySources = Pick<WrappingKeysDeps, 'masterKeys' | 'epochKeys'>

export interface KeyVault {
  readonly keys: SubjectKeys
  /** Those of blocked subjects too. */
  readonly allKeys: SubjectKeys
  readonly epochs: Epochs
  readonly wrapping: WrappingKeys
  readonly idKeys: () => Promise<IdKeys>
}

export function createKeyVault(
  deps: KeySources &
    Pick<EpochsDeps, 'pageRowsMax'> & {
      readonly db: pg.Pool
      readonly random: RandomBytes
      readonly now: () => Date
    },
): KeyVault {
  const wrapping = createWrappingKeys(deps)
  return {
    keys: createSubjectKeys({ ...deps, wrapping }),
    allKeys: createSubjectKeys({ ...deps, wrapping, opensBlocked: true }),
    epochs: createEpochs({ ...deps, wrapping }),
    wrapping,
    idKeys: () => loadIdKeys({ ...deps, wrapping }),
  }
}
