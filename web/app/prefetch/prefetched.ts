/**
 * Answers that a separate script requests while the screen's scripts load. The screen's first calls use these
 * answers instead of requesting again: on a phone that saves two round trips, one after the other.
 */
export interface Prefetched {
  readonly token: string
  readonly askedAtMs: number
  /** By path with query, as the screen requests it. */
  readonly answers: Map<string, Promise<Response>>
}

declare global {
  var prefetched: Prefetched | undefined
}

/** If the scripts take longer, the figures would be old. */
const USABLE_MS = 10_000

const isUsable = ({ token, askedAtMs }: Prefetched, { headers }: Request, nowMs: number): boolean =>
  nowMs - askedAtMs < USABLE_MS &&
  headers.get('authorization') === `Bearer ${token}` &&
  !headers.has('wait-for-position')

/** Each answer is used once; undefined if none was requested, or not for this request. */
export function takePrefetched(
  request: Request,
  kept = globalThis.prefetched,
  nowMs = Date.now(),
): Promise<Response> | undefined {
  if (kept === undefined || request.method !== 'GET') return undefined
  const { pathname, search } = new URL(request.url)
  const answer = kept.answers.get(pathname + search)
  kept.answers.delete(pathname + search)
  return isUsable(kept, request, nowMs) ? answer : undefined
}
