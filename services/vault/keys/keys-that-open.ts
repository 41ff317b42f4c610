import { isStoreError } from '@app/contracts/event-store.ts'
import type { KeysAndLosses, SubjectKeys } from './subject-keys.ts'

type ReadableKeys = Pick<SubjectKeys, 'withLosses'>
type FoundKeys = Pick<KeysAndLosses, 'keys' | 'blocked'>

/**
 * The existing keys that can be opened: a damaged one affects its own subject alone.
 * @throws StoreError while the vault is out of reach
 */
export async function keysThatOpen(keys: ReadableKeys, subjects: readonly string[]): Promise<FoundKeys> {
  const together = await unlessUnopened(keys, subjects)
  if (together !== undefined) return together
  const found = { keys: new Map<string, Buffer>(), blocked: new Set<string>() }
  for (const subject of subjects) {
    const alone = await unlessUnopened(keys, [subject])
    const key = alone?.keys.get(subject)
    if (key !== undefined) found.keys.set(subject, key)
    if (alone?.blocked.has(subject)) found.blocked.add(subject)
  }
  return found
}

/** Undefined when one of them cannot be opened. */
async function unlessUnopened(
  keys: ReadableKeys,
  subjects: readonly string[],
): Promise<FoundKeys | undefined> {
  try {
    return await keys.withLosses(subjects)
  } catch (error) {
    if (isStoreError(error) && error.retryable) throw error
    return undefined
  }
}
