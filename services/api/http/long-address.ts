import type { RequestListener } from 'node:http'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Log } from '@app/observability/log.ts'
import { sendFailure } from './errors.ts'
import { setHeaders, type Headers } from './security.ts'

/** Before Express, which would match a long address against every route. */
export const refuseLongAddresses =
  (log: Log, headers: Headers, otherwise: RequestListener): RequestListener =>
  (request, response) => {
    if ((request.url ?? '').length <= LIMITS.addressCharsMax) return otherwise(request, response)
    setHeaders(response, headers)
    sendFailure(log, response, new Refusal('not-found'), undefined)
  }
