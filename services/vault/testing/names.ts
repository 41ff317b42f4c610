import { randomBytes } from 'node:crypto'
import { createCodeSeals } from '../seals/code-seals.ts'
import { derivedIdKeys } from '../keys/id-keys.ts'
import { createKeyedNames } from '../keys/keyed-names.ts'

/** Fixed, so that names and seals are the same in every run. */
export const MASTER_KEY = Buffer.alloc(32, 'master key of the tests')

const idKeys = derivedIdKeys(MASTER_KEY)

/** As the log names the streams of slugs and codes. */
export const NAMES = createKeyedNames(idKeys)
export const CODE_SEALS = createCodeSeals(idKeys, randomBytes)
