import type { RequestHandler } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'

/** Somebody has to free space first; who asks sooner asks in vain. */
const RETRY_SECONDS = 30
const DETAIL =
  'El servidor no tiene espacio en el disco: por ahora no se puede guardar nada. Lo ya guardado se sigue viendo.'
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export const noSpace = (): Refusal => new Refusal('unavailable', DETAIL, { retryAfterSeconds: RETRY_SECONDS })

/**
 * Below the floor of free space nothing is written: no event, and nothing beside the log either, such as images, passwords
 * and kept answers. Refused before the body is read; what only reads goes on.
 */
export const refuseWritesWithoutSpace =
  (hasSpace: () => boolean): RequestHandler =>
  ({ method }, _response, next) => {
    if (!READS.includes(method) && !hasSpace()) throw noSpace()
    next()
  }
