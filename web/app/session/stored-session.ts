import { SESSION_KEY } from '@app/contracts/accounts/session-key.ts'
import { recall } from '../../ui/browser/device-memory.ts'
import { tokenHasEnded, type LastingToken } from './stored-session-token.ts'

type StoredUser = Readonly<Partial<Record<'id' | 'is_admin' | 'activation_used', unknown>>>

export interface StoredSession extends LastingToken {
  readonly profile_url?: unknown
  readonly user?: StoredUser
}

/** This browser's session, if it may still last. Only the token is checked: scripts before the client have no zod. */
export function storedSession(nowMs: number): StoredSession | undefined {
  try {
    const kept = JSON.parse(recall(SESSION_KEY) ?? 'null') as StoredSession | null
    return typeof kept?.token === 'string' && !tokenHasEnded(kept, nowMs) ? kept : undefined
  } catch {
    return undefined
  }
}
