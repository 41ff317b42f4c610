import { SESSION_KEY } from '@app/contracts/product.ts'
import { recall } from '../../ui/browser/browser-storage.ts'

type StoredUser = Readonly<Partial<Record<'id' | 'is_admin' | 'activation_used', unknown>>>

export interface StoredSession extends LastingToken {
  readonly profile_url?: unknown
  readonly user?: StoredUser
}

/** This browser's session, if it may still last. Only the token is checked: scripts before the client have no zod. */
export function storedSession(nowMs: number): StoredSession | undefined {
  try {
    const stored = JSON.parse(recall(SESSION_KEY) ?? 'null') as StoredSession | null
    return typeof stored?.token === 'string' && !tokenHasEnded(stored, nowMs) ? stored : undefined
  } catch {
    return undefined
  }
}

/** In seconds since 1970; undefined where the token does not have the claim. */
function claimOf(token: string, claim: 'exp' | 'iat'): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const value = (JSON.parse(atob(payload)) as Record<string, unknown> | null)?.[claim]
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** In ms since 1970; undefined when the token is not readable. */
function tokenExpiry(token: string): number | undefined {
  const exp = claimOf(token, 'exp')
  return exp === undefined ? undefined : exp * 1_000
}

/** By this device's clock, which may be days off. @returns undefined where the token does not say how long it lasts */
export function endOfReceived(token: string, nowMs: number): number | undefined {
  const [issued, expiry] = [claimOf(token, 'iat'), tokenExpiry(token)]
  return issued === undefined || expiry === undefined ? undefined : nowMs + expiry - issued * 1_000
}

export interface LastingToken {
  readonly token: string
  /** The result of `endOfReceived`; missing in sessions that older clients stored. */
  readonly ends_at?: number | undefined
}

export const tokenHasEnded = ({ token, ends_at }: LastingToken, nowMs: number): boolean =>
  (ends_at ?? tokenExpiry(token) ?? 0) <= nowMs
