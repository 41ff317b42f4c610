import type { Clock } from './clock.ts'

export interface CallAnswer {
  readonly status: number
  readonly detail?: string
}

export type Send = (address: string, body?: unknown) => Promise<CallAnswer>

const ANSWER_MS_MAX = 15_000

/** Uses keepalive, so that a call survives navigation. */
export function createSend(token: () => string | undefined, clock: Clock, send: typeof fetch): Send {
  return async (address, body) => {
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
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
        ...(posts && { body: JSON.stringify(body) }),
      })
      return { status: response.status, ...(await detailOf(response)) }
    } catch {
      return { status: 0 }
    } finally {
      callOff()
    }
  }
}

/** Only a 422 has a text for the visitor. */
async function detailOf(response: Response): Promise<{ detail?: string }> {
  if (response.status !== 422) return {}
  const body = (await response.json().catch(() => null)) as { detail?: unknown } | null
  return typeof body?.detail === 'string' ? { detail: body.detail } : {}
}

/** True when a retry is useless: the call arrived or can never succeed. */
export const isSettled = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 408 && status !== 429)
