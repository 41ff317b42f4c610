import { useSyncExternalStore } from 'react'
import { forget, recall, remember } from '../../ui/browser/device-memory.ts'

/** In the browser until what a mailed link opened has ended. The page of a person's evidence reads it too. */
const KEY = 'app.mailbox-key'
/** The link that it belongs to, so that the same browser may open it again. */
const LINK = 'app.mailbox-link'
const KEY_BYTES = 32

export interface LinkKey {
  readonly token: string
  readonly key: string
}

/** Where the browser stores nothing: until the page is left. */
let unstored: LinkKey | undefined
const watchers = new Set<() => void>()
const notify = (): void => watchers.forEach((watcher) => watcher())

function storedLinkKey(): LinkKey | undefined {
  const [key, token] = [recall(KEY), recall(LINK)]
  return key === null || token === null ? unstored : { key, token }
}

export function keepMailboxKey(linkKey: LinkKey | undefined): void {
  if (linkKey === undefined) {
    forget(KEY)
    forget(LINK)
  } else {
    remember(LINK, linkKey.token)
    remember(KEY, linkKey.key)
  }
  unstored = recall(KEY) === (linkKey?.key ?? null) ? undefined : linkKey
  notify()
}

export const mailboxKey = (): string | undefined => storedLinkKey()?.key

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

/** Changes with other tabs of this browser. */
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
