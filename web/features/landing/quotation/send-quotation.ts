import { postQuotation } from '@app/contracts/quotations/calls.ts'
import { mayStillBeTaken } from '../../../app/refusal.ts'
import type { QuotationBody } from './quotation-form.ts'

const ANSWER_MS_MAX = 15_000
const RETRY_AFTER_MS = 1_000
const TOO_MANY = 429

/** A refusal or a failure, in the shape that app/refusal.ts reads. */
interface QuotationError {
  readonly status: number | 'FETCH_ERROR'
  readonly data?: unknown
  readonly retryAfterSeconds?: number
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Undefined once the request is durable. A failure that may pass is retried once, under the same key, so that the
 * request is recorded once at most.
 */
export async function sendQuotation(
  body: QuotationBody,
  key: string,
  wait = pause,
): Promise<QuotationError | undefined> {
  const error = await tryToSend(body, key)
  if (error === undefined || error.status === TOO_MANY || !mayStillBeTaken(error)) return error
  await wait(RETRY_AFTER_MS)
  return tryToSend(body, key)
}

async function tryToSend(body: QuotationBody, key: string): Promise<QuotationError | undefined> {
  try {
    const response = await fetch(postQuotation.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    const data: unknown = await response.json().catch(() => undefined)
    return response.ok && postQuotation.answer.safeParse(data).success
      ? undefined
      : { status: response.status, data, ...retryAfterOf(response) }
  } catch (error) {
    return { status: 'FETCH_ERROR', data: String(error) }
  }
}

function retryAfterOf({ headers }: Response): { readonly retryAfterSeconds?: number } {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds }
}
