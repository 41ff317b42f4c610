import { PRODUCT } from '@app/contracts/product.ts'
import { refusalBody } from '@app/contracts/refusals.ts'

/** What a call that did not succeed leaves behind, as far as people can be told about it. */
interface Refused {
  readonly code: string
  readonly detail: string
  readonly field?: string | undefined
  readonly retryAfterSeconds: number | undefined
}

const MINUTE_SECONDS = 60
export const INACTIVE_TEXT = `Tu cuenta está desactivada. Escríbenos a ${PRODUCT.supportEmail}.`

/** What the server says about a refused call; undefined when it says nothing that can be read. */
export function refusalFrom(error: unknown): Refused | undefined {
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

/** What people read of a refused call: the server's words, else the fixed ones. */
export function refusalText(error: unknown, fallback: string): string {
  const refusal = refusalFrom(error)
  if (refusal === undefined) return fallback
  if (refusal.code === 'account-inactive') return INACTIVE_TEXT
  const { code, retryAfterSeconds } = refusal
  if (code === 'too-many' && retryAfterSeconds !== undefined) return tooManyText(retryAfterSeconds)
  return refusal.detail
}

/** The fault of one of a form's own fields, to be shown at that field. */
export function fieldFaults<F extends string>(
  error: unknown,
  fields: readonly F[],
): Partial<Record<F, string>> | undefined {
  const refusal = refusalFrom(error)
  const field = fields.find((name) => name === refusal?.field)
  return field && refusal ? ({ [field]: refusal.detail } as Partial<Record<F, string>>) : undefined
}

/** Whether the same request, sent again, may still be taken: then it must keep its Idempotency-Key. */
export function mayStillBeTaken(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
  if (typeof status !== 'number' || status >= 500 || status === 429) return true
  return refusalFrom(error)?.code === 'in-progress'
}
