import { randomBytes } from 'node:crypto'
import type { EpochKeys } from '../keys/epoch-keys.ts'

/** The files on the disk have tests of their own. */
export function createEpochKeysInMemory(): EpochKeys {
  const keys = new Map<number, Buffer>()
  return {
    find: async (epoch) => keys.get(epoch),
    make: async (epoch) => keys.get(epoch) ?? keys.set(epoch, randomBytes(32)).get(epoch)!,
    destroy: async (epoch) => void keys.delete(epoch),
  }
}
