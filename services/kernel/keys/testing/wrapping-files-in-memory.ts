import { randomBytes } from 'node:crypto'
import type { WrappingFiles } from '../wrapping-keys.ts'

/** The files on the disk have tests of their own. The first key may be given, so that another process opens it. */
export function wrappingFilesInMemory(
  first?: Buffer,
): WrappingFiles & { readonly kept: () => readonly number[] } {
  const keys = new Map<number, Buffer>(first && [[1, first]])
  return {
    find: async (number) => keys.get(number),
    make: async (number, key = randomBytes(32)) => keys.get(number) ?? keys.set(number, key).get(number)!,
    before: async (number) => [...keys.keys()].filter((one) => one < number),
    destroy: async (number) => void keys.delete(number),
    kept: () => [...keys.keys()],
  }
}
