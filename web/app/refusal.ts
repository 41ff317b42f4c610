import { useRef } from 'react'
import { PRODUCT } from '@app/contracts/product.ts'
import { REFUSALS, refusalBody } from '@app/contracts/refusals.ts'

interface RefusalAnswer {
  readonly code: string
  readonly detail: string
  readonly field?: string | undefined
  readonly retryAfterSeconds: number | undefined
}

const MINUTE_SECONDS = 60
export const INACTIVE_TEXT = `Tu cuenta está desactivada. Escríbenos a ${PRODUCT.supportEmail}.`

/** Undefined when the body is no refusal, such as a proxy's error page. */
export function refusalFrom(error: unknown): RefusalAnswer | undefined {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined
  const body = refusalBody.safeParse(error.data)
  if (!body.success) return undefined
  const seconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  return { ...body.data, retryAfterSeconds: typeof seconds === 'number' ? seconds : undefined }
}

function tooManyText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE_SECONDS))
  return `Demasiados intentos. Prueba en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
}

export function refusalText(error: unknown, fallback: string): string {
  const refusal = refusalFrom(error)
  if (refusal === undefined) return fallback
  if (refusal.code === 'account-inactive') return INACTIVE_TEXT
  const { detail, retryAfterSeconds } = refusal
  // A call’s own sentence says more.
  const isGeneral = detail === REFUSALS['too-many'].detail
  return isGeneral && retryAfterSeconds !== undefined ? tooManyText(retryAfterSeconds) : detail
}

export function fieldFaults<F extends string>(
  error: unknown,
  fields: readonly F[],
): Partial<Record<F, string>> | undefined {
  const refusal = refusalFrom(error)
  const field = fields.find((name) => name === refusal?.field)
  return field && refusal ? ({ [field]: refusal.detail } as Partial<Record<F, string>>) : undefined
}

/** True when a repeated request may still succeed; it must then keep its Idempotency-Key. */
export function mayStillBeTaken(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  return typeof status !== 'number' || status >= 500 || status === 429
}

const BYTES = 16

/** Not `crypto.randomUUID`: plain-http addresses lack it. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

interface Sent {
  readonly error?: unknown
}

/** Sends the same content under the same Idempotency-Key until its answer is final. */
export function useOnce<Body, Answer extends Sent>(
  send: (request: { readonly body: Body; readonly key: string }) => PromiseLike<Answer>,
): (body: Body) => Promise<Answer> {
  const pending = useRef<{ readonly content: string; readonly key: string } | null>(null)
  return async (body) => {
    const content = JSON.stringify(body ?? null)
    if (pending.current?.content !== content) pending.current = { content, key: newKey() }
    const answer = await send({ body, key: pending.current.key })
    if (answer.error === undefined || !mayStillBeTaken(answer.error)) pending.current = null
    return answer
  }
}
