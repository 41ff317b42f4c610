import { user } from '@app/contracts/accounts.ts'
import { SESSION_KEY } from '@app/contracts/product.ts'
import { forget, remember, deviceMemory, tabMemory } from '../../ui/browser/browser-storage.ts'
import { storedSession, type StoredSession } from './session-token.ts'
import type { SignedIn } from './session-slice.ts'

function readable({ token, profile_url, ends_at, user: stored }: StoredSession): SignedIn | null {
  const parsed = user.safeParse(stored)
  if (!parsed.success) return null
  const profileUrl = typeof profile_url === 'string' ? profile_url : null
  return { token, user: parsed.data, profile_url: profileUrl, ...(ends_at !== undefined && { ends_at }) }
}

/** Removes an expired or unreadable session, and drafts of accounts that are not signed in. */
export function savedSession(nowMs: number): SignedIn | null {
  const stored = storedSession(nowMs)
  const current = stored ? readable(stored) : null
  if (current === null) forget(SESSION_KEY)
  forgetDraftsOfOthers(current?.user.id)
  return current
}

export function saveSession(signedIn: SignedIn | null): void {
  forgetDraftsOfOthers(signedIn?.user.id)
  if (signedIn) remember(SESSION_KEY, JSON.stringify(signedIn))
  else forget(SESSION_KEY)
}

/** Does not restore a session that another tab has ended or replaced. */
export function updateSession(signedIn: SignedIn | null): void {
  if (signedIn && storedSession(Date.now())?.token === signedIn.token) saveSession(signedIn)
}

/** Drafts hold personal data, so none outlives the session of its account. */
const PREFIX = 'app.draft.'

export const draftKey = (accountId: string, profileId: string): string => `${PREFIX}${accountId}.${profileId}`

function forgetDraftsOfOthers(accountId: string | undefined): void {
  const own = accountId === undefined ? undefined : draftKey(accountId, '')
  for (const memory of [deviceMemory, tabMemory])
    for (const key of memory.keysFrom(PREFIX))
      if (own === undefined || !key.startsWith(own)) memory.forget(key)
}

/** The cache with the owner's code for a start without a network; web/public/kept-qr.js names it too. */
export const KEPT_QR = 'kept-qr'

/** Without HTTPS there are no caches, and where storage is blocked they refuse: then nothing was stored. */
export const dropKeptQr = (): void =>
  void (globalThis.caches as CacheStorage | undefined)?.delete(KEPT_QR).catch(() => undefined)
