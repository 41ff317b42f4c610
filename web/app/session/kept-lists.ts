import { tabMemory } from '../../ui/browser/device-memory.ts'

/**
 * Search and page of a list, for a reload. Kept in the tab and not in the address: a search contains names
 * and e-mails, which would reach servers, logs, histories and readers of a link.
 */
export interface KeptList {
  readonly typed: string
  readonly filter: string
  readonly sort: string
  /** What `ends` are of. */
  readonly of: string
  /** End of each page before the shown one. */
  readonly ends: readonly string[]
}

const PREFIX = 'list:'

export function recallList(name: string): KeptList | undefined {
  try {
    const kept = JSON.parse(tabMemory.recall(PREFIX + name) ?? '') as Partial<KeptList>
    return typeof kept.typed === 'string' && Array.isArray(kept.ends) ? (kept as KeptList) : undefined
  } catch {
    return undefined
  }
}

export const rememberList = (name: string, kept: KeptList): void =>
  tabMemory.remember(PREFIX + name, JSON.stringify(kept))

export function forgetLists(): void {
  for (const key of tabMemory.keysFrom(PREFIX)) tabMemory.forget(key)
}
