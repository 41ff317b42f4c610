import type { ErrorRequestHandler } from 'express'
import { isStoreError } from '@app/contracts/event-store.ts'
import { REFUSALS, Refusal, type RefusalCode } from '@app/contracts/refusals.ts'
import { isDatabaseAway } from '@app/outside/database-away.ts'
import type { Log } from '@app/outside/log.ts'

const RETRY_SECONDS = 2

/** What express and its parsers throw. */
interface HttpError {
  readonly type?: string
  readonly status?: number
}
const BODY_ERRORS: Readonly<Record<string, RefusalCode>> = {
  'entity.too.large': 'too-large',
  'entity.parse.failed': 'malformed',
  'encoding.unsupported': 'unsupported-media',
  'charset.unsupported': 'unsupported-media',
  'request.aborted': 'malformed',
  'request.size.invalid': 'malformed',
}

/** Every failure as a refusal; what nobody foresaw is `unexpected` and says nothing of its cause. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isStoreError(error, 'Conflict')) return new Refusal('conflict')
  if (isStoreError(error, 'TooLarge')) return new Refusal('too-large')
  if (isStoreError(error) && error.retryable) return new Refusal('unavailable', undefined, RETRY_SECONDS)
  const bodyError = BODY_ERRORS[(error as HttpError)?.type ?? '']
  if (bodyError !== undefined) return new Refusal(bodyError)
  if (isDatabaseAway(error)) return new Refusal('unavailable', undefined, RETRY_SECONDS)
  const { status } = (error ?? {}) as HttpError
  if (status === 404 || status === 403) return new Refusal('not-found')
  if (status === 400) return new Refusal('malformed')
  if (error instanceof URIError) return new Refusal('malformed', 'La dirección no se puede leer.')
  return new Refusal('unexpected')
}

/** The one place where a failure becomes HTTP. */
export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    const refusal = refusalOf(error)
    const { status } = REFUSALS[refusal.code]
    if (refusal.code === 'unexpected')
      log.error({ err: error as unknown, path: request.route?.path }, 'request failed')
    if (response.headersSent) {
      next(error)
      return
    }
    const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined)
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter))
    response.status(status).json({ detail: refusal.message, code: refusal.code })
  }
