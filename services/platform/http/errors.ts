import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { z } from 'zod'
import { isStoreError } from '@app/contracts/event-store.ts'
import { REFUSALS, Refusal, type refusalBody, type RefusalCode } from '@app/contracts/refusals.ts'
import { isForWantOfSpace } from '../../kernel/log/open-store.ts'
import { isDatabaseAway } from '../postgres/connection.ts'
import type { Log } from '../observability/log.ts'
import { NOT_KEPT, sendJson } from './send.ts'

const RETRY_SECONDS = 2

const CONDITION = 'Las condiciones de la solicitud no se cumplen. Pídelo sin ellas.'
/** Errors of Express, of its parsers, and of sending a file: a failed precondition or range. */
const STATUS_ERRORS: Readonly<Record<number, readonly [RefusalCode, detail?: string]>> = {
  400: ['malformed'],
  403: ['not-found'],
  404: ['not-found'],
  412: ['malformed', CONDITION],
  413: ['too-large'],
  415: ['unsupported-media'],
  416: ['malformed', CONDITION],
}

const unavailable = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/** A view, or a column of it, that an update adds is there once the new version's build is active. */
function isReadModelMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code === UNDEFINED_COLUMN) return true
  return code === UNDEFINED_TABLE && typeof message === 'string' && message.startsWith('relation "read.')
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isStoreError(error, 'Conflict')) return new Refusal('conflict')
  if (isStoreError(error, 'TooLarge')) return new Refusal('too-large')
  if (isForWantOfSpace(error)) return noSpace()
  if (isStoreError(error) && error.retryable) return unavailable()
  const { status = 500 } = (error ?? {}) as { readonly status?: number }
  const ofStatus = STATUS_ERRORS[status]
  if (ofStatus !== undefined) return new Refusal(...ofStatus)
  return isDatabaseAway(error) || isReadModelMissing(error) ? unavailable() : new Refusal('unexpected')
}

const refusalBodyOf = ({ message, code, field }: Refusal): z.infer<typeof refusalBody> => ({
  detail: message,
  code,
  ...(field === undefined ? {} : { field }),
})

/** @returns false when an answer had already begun */
export function sendFailure(
  log: Log,
  response: ServerResponse,
  error: unknown,
  path: string | undefined,
): boolean {
  const refusal = refusalOf(error)
  const { status } = REFUSALS[refusal.code]
  if (refusal.code === 'unexpected') log.error({ err: error, path }, 'request failed')
  if (response.headersSent) return false
  const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? RETRY_SECONDS : undefined)
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter))
  // Also where no route was reached, as for a body that cannot be read.
  response.setHeader(...NOT_KEPT)
  sendJson(response, status, refusalBodyOf(refusal))
  return true
}

export const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error, request, response, next) => {
    const route = request.route as { readonly path?: string } | undefined
    if (!sendFailure(log, response, error, route?.path)) next(error)
  }

/** An operator has to free space first, so earlier tries are useless. */
const RETRY_WITHOUT_SPACE_SECONDS = 30
const NO_SPACE =
  'El servidor no tiene espacio en el disco: por ahora no se puede guardar nada. Lo ya guardado se sigue viendo.'
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

const noSpace = (): Refusal =>
  new Refusal('unavailable', NO_SPACE, { retryAfterSeconds: RETRY_WITHOUT_SPACE_SECONDS })

/** Below the minimum of free space nothing is written. Refuses before the body is read; reads go on. */
export const refuseWritesWithoutSpace =
  (hasSpace: () => boolean): RequestHandler =>
  ({ method }, _response, next) => {
    if (!READS.includes(method) && !hasSpace()) throw noSpace()
    next()
  }
