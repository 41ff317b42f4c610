import type { WrappingKeys } from '../wrapping-keys.ts'

/** This one key wraps all others; a migrated database names the first. */
export function wrappedBy(key: Buffer): WrappingKeys {
  const current = async () => ({ number: 1, key })
  return { current, hold: current, find: async (number) => (number === 1 ? key : undefined) }
}
