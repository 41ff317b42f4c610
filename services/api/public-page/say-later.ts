import type { Response } from 'express'
import type { Refusal } from '@app/contracts/refusals.ts'

/** Refuses a page, as text. */
export function sayLater(response: Response, { message, retryAfterSeconds }: Refusal): void {
  response.setHeader('Retry-After', String(retryAfterSeconds))
  response.status(429).type('text/plain').send(message)
}
