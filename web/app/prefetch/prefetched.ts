/**
 * What a script of its own asks for while the screen's scripts are on their way. The screen's first calls take these
 * answers instead of asking again: on a phone that saves two ways to the server, one after the other.
 */
export interface Prefetched {
  readonly token: string
  readonly askedAtMs: number
  /** By path with query, as the screen asks. */
  readonly answers: Map<string, Promise<Response>>
}

declare global {
  var prefetched: Prefetched | undefined
}

/** Of a screen whose scripts took longer, the figures would be old. */
const USABLE_MS = 10_000

const isUsable = ({ token, askedAtMs }: Prefetched, { headers }: Request, nowMs: number): boolean =>
  nowMs - askedAtMs < USABLE_MS &&
  headers.get('authorization') === `Bearer ${token}` &&
  !headers.has('wait-for-position')

/** Each answer is taken once; undefined where none was asked for, or not for this request. */
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
