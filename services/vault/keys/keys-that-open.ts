import { isStoreError } from '@app/contracts/event-store.ts'
import type { SubjectKeys } from './subject-keys.ts'

type ReadableKeys = Pick<SubjectKeys, 'forReading'>

/**
 * The existing keys that can be opened: a damaged one affects its own subject alone.
 * @throws StoreError while the vault is out of reach
 */
export async function keysThatOpen(
  keys: ReadableKeys,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const together = await unlessUnopened(keys, subjects)
  if (together !== undefined) return together
  const found = new Map<string, Buffer>()
  for (const subject of subjects) {
    const key = (await unlessUnopened(keys, [subject]))?.get(subject)
    if (key !== undefined) found.set(subject, key)
  }
  return found
}

/** Undefined when one of them cannot be opened. */
async function unlessUnopened(
  keys: ReadableKeys,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Buffer> | undefined> {
  try {
    return await keys.forReading(subjects)
  } catch (error) {
    if (isStoreError(error) && error.retryable) throw error
    return undefined
  }
}
