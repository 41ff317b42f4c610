import { randomBytes } from 'node:crypto'
import type { EpochKeys } from '../keys/wrapping-keys.ts'

/** The files on the disk have tests of their own. The first epoch's key may be given, so that another process opens it. */
export function createEpochKeysInMemory(
  first?: Buffer,
): EpochKeys & { readonly kept: () => readonly number[] } {
  const keys = new Map<number, Buffer>(first && [[1, first]])
  return {
    find: async (epoch) => keys.get(epoch),
    make: async (epoch) => keys.get(epoch) ?? keys.set(epoch, randomBytes(32)).get(epoch)!,
    destroy: async (epoch) => void keys.delete(epoch),
    kept: () => [...keys.keys()],
  }
}
