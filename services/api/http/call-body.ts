import type { Request } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { Refusal } from '@app/contracts/refusals.ts'

const hasJson = ({ method, bodyType = 'json' }: Call): boolean =>
  (method === 'post' || method === 'put') && bodyType === 'json'

/** JSON only: forms of other sites cannot send this type. */
export function requestBodyOf(call: Call, request: Request): unknown {
  if (!hasJson(call)) return {}
  if (request.is('application/json') === false || request.body === undefined)
    throw new Refusal('unsupported-media')
  return request.body as unknown
}
