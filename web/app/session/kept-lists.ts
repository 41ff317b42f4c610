import { z } from 'zod'
import { tabMemory } from '../../ui/device-memory.ts'

/**
 * How far somebody searched and paged a list, for a reload. Kept in the tab and not in the address: a search holds names
 * and e-mails, which would reach servers, logs, histories and whoever gets the link (decision 0092).
 */
const keptList = z.object({
  typed: z.string(),
  filter: z.string(),
  sort: z.string(),
  /** What `ends` are of. */
  of: z.string(),
  /** Where each page before the shown one ended. */
  ends: z.array(z.string()),
})
export type KeptList = z.infer<typeof keptList>

const PREFIX = 'list:'

export function recallList(name: string): KeptList | undefined {
  try {
    return keptList.parse(JSON.parse(tabMemory.recall(PREFIX + name) ?? 'null'))
  } catch {
    return undefined
  }
}

export const rememberList = (name: string, kept: KeptList): void =>
  tabMemory.remember(PREFIX + name, JSON.stringify(kept))

export function forgetLists(): void {
  for (const key of tabMemory.keysFrom(PREFIX)) tabMemory.forget(key)
}
