import { user } from '@app/contracts/api/accounts/user.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { forget, recall, remember } from '../../ui/browser/device-memory.ts'
import { forgetDraftsOfOthers } from './drafts.ts'
import { tokenHasEnded } from './stored-session-token.ts'
import type { SignedIn } from './session-slice.ts'

function readable(text: string | null): SignedIn | null {
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Partial<Record<keyof SignedIn, unknown>> | null
    if (typeof kept?.token !== 'string') return null
    const profileUrl = typeof kept.profile_url === 'string' ? kept.profile_url : null
    const ending = typeof kept.ends_at === 'number' ? { ends_at: kept.ends_at } : {}
    return { token: kept.token, user: user.parse(kept.user), profile_url: profileUrl, ...ending }
  } catch {
    return null
  }
}

/** Removes an expired or unreadable session, and drafts of accounts that are not signed in. */
export function savedSession(nowMs: number): SignedIn | null {
  const kept = readable(recall(SESSION_KEY))
  const current = kept && !tokenHasEnded(kept, nowMs) ? kept : null
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
  if (signedIn && readable(recall(SESSION_KEY))?.token === signedIn.token) saveSession(signedIn)
}
