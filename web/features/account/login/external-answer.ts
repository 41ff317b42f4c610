import { REFUSALS } from '@app/contracts/refusals.ts'
import { refusalText } from '../../../app/refusal.ts'

const FAILED = 'Error processing authentication'

/** What the provider's way back left in the address: a session to be exchanged, or why there is none. */
export type ExternalAnswer = { readonly sessionId: string } | { readonly fault: string }

const isRefusal = (code: string): code is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, code)

export function externalAnswer(hash: string): ExternalAnswer {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  const code = parts.get('error')
  if (code !== null) {
    const data = isRefusal(code) ? { code, detail: REFUSALS[code].detail } : undefined
    return { fault: refusalText({ data }, FAILED) }
  }
  const sessionId = parts.get('session_id')
  if (sessionId === null) return { fault: 'Invalid callback URL' }
  return sessionId === '' ? { fault: 'No session ID found in URL' } : { sessionId }
}

/** Why a session could not be exchanged, as far as the server says. */
export const exchangeFault = (error: unknown): string => refusalText(error, 'Emergent login failed')
