import type pg from 'pg'
import { createEpochs, type Epochs, type EpochsDeps } from './epochs.ts'
import { loadIdKeys, type IdKeys } from './id-keys.ts'
import type { RandomBytes } from './sealing.ts'
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts'
import { createWrappingKeys, type WrappingKeys, type WrappingKeysDeps } from './wrapping-keys.ts'

/** What the vault's keys are opened by. None of it lies in the database. */
export type KeySources = Pick<WrappingKeysDeps, 'masterKeys' | 'epochKeys'>

/** The vault's keys, and what they are wrapped in. */
export interface KeyVault {
  readonly keys: SubjectKeys
  readonly epochs: Epochs
  /** What all of them are wrapped in. */
  readonly wrapping: WrappingKeys
  /** Looked up anew. */
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
    epochs: createEpochs({ ...deps, wrapping }),
    wrapping,
    idKeys: () => loadIdKeys({ ...deps, wrapping }),
  }
}
