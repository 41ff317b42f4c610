import { useSyncExternalStore } from 'react'
import { tabMemory } from '../../ui/browser/device-memory.ts'

/** In the tab until what a mailed link opened has ended: whoever uses the browser next must ask for a link. */
const KEY = 'app.mailbox-key'
/** The link that it belongs to, so that the same tab may open it again. */
const LINK = 'app.mailbox-link'
const KEY_BYTES = 32

export interface LinkKey {
  readonly token: string
  readonly key: string
}

/** Where the browser stores nothing: until the page is left. */
let unstored: LinkKey | undefined
const watchers = new Set<() => void>()

function storedLinkKey(): LinkKey | undefined {
  const [key, token] = [tabMemory.recall(KEY), tabMemory.recall(LINK)]
  return key === null || token === null ? unstored : { key, token }
}

export function keepMailboxKey(linkKey: LinkKey | undefined): void {
  if (linkKey === undefined) {
    tabMemory.forget(KEY)
    tabMemory.forget(LINK)
  } else {
    tabMemory.remember(LINK, linkKey.token)
    tabMemory.remember(KEY, linkKey.key)
  }
  unstored = tabMemory.recall(KEY) === (linkKey?.key ?? null) ? undefined : linkKey
  watchers.forEach((watcher) => watcher())
}

export const mailboxKey = (): string | undefined => storedLinkKey()?.key

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useMailboxKey = (): string | undefined => useSyncExternalStore(watch, mailboxKey)

const newMailboxKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Kept before the link is opened: an answer that gets lost has used the link up, for this key alone.
 * @returns the key, and how to take it back where the link is refused
 */
export function keyForLink(token: string): { readonly key: string; readonly retract: () => void } {
  const former = storedLinkKey()
  if (former?.token === token) return { key: former.key, retract: () => keepMailboxKey(undefined) }
  const key = newMailboxKey()
  keepMailboxKey({ token, key })
  return { key, retract: () => keepMailboxKey(former) }
}
