import { useSyncExternalStore } from 'react'
import { tabMemory } from '../../ui/browser/device-memory.ts'

/** In the tab until what a mailed link opened has ended: the next user of the browser must request a link. */
const KEY = 'app.mailbox-key'
const KEY_BYTES = 32

/** The key in memory, until the page is left, if the browser stores nothing. */
let unstored: string | undefined
const watchers = new Set<() => void>()

export function keepMailboxKey(key: string | undefined): void {
  if (key === undefined) tabMemory.forget(KEY)
  else tabMemory.remember(KEY, key)
  unstored = tabMemory.recall(KEY) === null ? key : undefined
  watchers.forEach((watcher) => watcher())
}

export const mailboxKey = (): string | undefined => tabMemory.recall(KEY) ?? unstored

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useMailboxKey = (): string | undefined => useSyncExternalStore(watch, mailboxKey)

export const newMailboxKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(KEY_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
