import { isolated } from '@app/contracts/fields/isolated.ts'

/** Within a sentence. */
export const firstName = (name: string): string => isolated(name.trim().split(/\s+/)[0] ?? name)
