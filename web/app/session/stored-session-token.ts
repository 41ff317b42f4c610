/** In ms since 1970; undefined when the token is not readable. */
export function tokenExpiry(token: string): number | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : undefined
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1_000 : undefined
  } catch {
    return undefined
  }
}

/** A token without a readable expiry counts as expired. */
export const hasEnded = (token: string, nowMs: number): boolean => (tokenExpiry(token) ?? 0) <= nowMs
