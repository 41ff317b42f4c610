import type { Request } from 'express'
import { bodyTypeOf, type Call } from '@app/contracts/api/call.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const hasJson = (call: Call): boolean => bodyTypeOf(call) === 'json'

const hasNoBody = (request: Request): boolean =>
  request.is('application/json') === null || request.get('content-length') === '0'

/** JSON only: forms of other sites cannot send this type. */
export function requestBodyOf(call: Call, request: Request): unknown {
  if (!hasJson(call)) return {}
  if (call.mayHaveNoBody === true && hasNoBody(request)) return {}
  if (request.is('application/json') === false || request.body === undefined)
    throw new Refusal('unsupported-media')
  return request.body as unknown
}
