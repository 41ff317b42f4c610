import type { Clock } from './clock.ts'

/** UUID v4. `crypto.randomUUID` is missing on plain-http addresses and before Safari 15.4. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, at) => {
    const marked = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return (marked + 0x100).toString(16).slice(1)
  }).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const isId = (text: unknown): text is string =>
  typeof text === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

export interface CallAnswer {
  readonly status: number
  readonly detail?: string
  readonly message?: string
}

interface SentHeaders {
  readonly 'idempotency-key'?: string
  /** Not in an address, because addresses are logged and stored in many places. */
  readonly 'visitor-id'?: string
  readonly 'visitor-objects'?: '1'
}

export type Send = (address: string, body?: unknown, headers?: SentHeaders) => Promise<CallAnswer>

const ANSWER_MS_MAX = 15_000

export function createSend(token: () => string | undefined, clock: Clock, send: typeof fetch): Send {
  return async (address, body, headers = {}) => {
    const [bearer, posts, hangUp] = [token(), body !== undefined, new AbortController()]
    const callOff = clock.after(ANSWER_MS_MAX, () => hangUp.abort())
    try {
      const response = await send(address, {
        method: posts ? 'POST' : 'GET',
        cache: 'no-store',
        keepalive: true,
        signal: hangUp.signal,
        headers: {
          ...(posts && { 'content-type': 'application/json' }),
          ...headers,
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
        ...(posts && { body: JSON.stringify(body) }),
      })
      const { status } = response
      // Other answers have no text for the visitor.
      return headers['idempotency-key'] !== undefined || status === 422
        ? { status, ...(await textsOf(response)) }
        : { status }
    } catch {
      return { status: 0 }
    } finally {
      callOff()
    }
  }
}

async function textsOf(response: Response): Promise<{ detail?: string; message?: string }> {
  const { detail, message } = ((await response.json().catch(() => null)) || {}) as Record<string, unknown>
  return {
    ...(typeof detail === 'string' && { detail }),
    ...(typeof message === 'string' && { message }),
  }
}

export const isDone = (status: number): boolean => status >= 200 && status < 300

/** True when a retry is useless: the call arrived or can never succeed. */
export const isSettled = (status: number): boolean =>
  isDone(status) || (status >= 400 && status < 500 && status !== 408 && status !== 429)
