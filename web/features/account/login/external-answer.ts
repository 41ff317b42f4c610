import { REFUSALS } from '@app/contracts/refusals.ts'
import { refusalText } from '../../../app/refusal.ts'

const FAILED = 'Error processing authentication'

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

export const exchangeFault = (error: unknown): string => refusalText(error, 'Emergent login failed')
