import type { RequestHandler } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'

/** An operator has to free space first, so earlier tries are useless. */
const RETRY_SECONDS = 30
const DETAIL =
  'El servidor no tiene espacio en el disco: por ahora no se puede guardar nada. Lo ya guardado se sigue viendo.'
const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

export const noSpace = (): Refusal => new Refusal('unavailable', DETAIL, { retryAfterSeconds: RETRY_SECONDS })

/** Below the minimum of free space nothing is written. Refuses before the body is read; reads go on. */
export const refuseWritesWithoutSpace =
  (hasSpace: () => boolean): RequestHandler =>
  ({ method }, _response, next) => {
    if (!READS.includes(method) && !hasSpace()) throw noSpace()
    next()
  }
