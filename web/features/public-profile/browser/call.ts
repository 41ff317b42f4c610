import type { Clock } from './clock.ts'

/** Status of an answer; 0 when none came. */
export interface CallAnswer {
  readonly status: number
  readonly detail?: string
}

export type Send = (address: string, body?: unknown) => Promise<CallAnswer>

const ANSWER_MS_MAX = 15_000

/** Calls that outlive the page, so that they never hold up the link that was pressed. */
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

/** Only a refused form has something to tell the visitor. */
async function detailOf(response: Response): Promise<{ detail?: string }> {
  if (response.status !== 422) return {}
  const said = (await response.json().catch(() => null)) as { detail?: unknown } | null
  return typeof said?.detail === 'string' ? { detail: said.detail } : {}
}

/** Nothing is gained by sending it again: it arrived, or it never will. */
export const isSettled = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 408 && status !== 429)
