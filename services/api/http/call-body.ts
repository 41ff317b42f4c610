import type { Request } from 'express'
import { bodyTypeOf, type Call } from '@app/contracts/api/call.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const hasJson = (call: Call): boolean => bodyTypeOf(call) === 'json'

/** JSON only: forms of other sites cannot send this type. */
export function requestBodyOf(call: Call, request: Request): unknown {
  if (!hasJson(call)) return {}
  if (request.is('application/json') === false || request.body === undefined)
    throw new Refusal('unsupported-media')
  return request.body as unknown
}
