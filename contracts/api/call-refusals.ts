import type { RefusalCode } from '../refusals.ts'
import { bodyTypeOf, type Call } from './call.ts'
import type { z } from 'zod'
import { RATE_LIMITS } from '../limits/rate-limits.ts'
import type { AnswerHeader, RequestHeader } from './headers.ts'

type Codes = readonly RefusalCode[]

const SIGNED_IN: Codes = ['unauthenticated', 'account-inactive']
const BY_ACCESS: Readonly<Record<Call['access'], Codes>> = {
  everyone: [],
  optional: [],
  'signed-in': SIGNED_IN,
  activated: [...SIGNED_IN, 'needs_activation'],
  admin: [...SIGNED_IN, 'forbidden'],
}
const BY_BODY: Readonly<Record<ReturnType<typeof bodyTypeOf>, Codes>> = {
  none: [],
  json: ['too-large', 'unsupported-media', 'invalid'],
  file: ['image-too-large', 'unsupported-image', 'unsupported-media'],
  mail: ['too-large', 'unsupported-media'],
}
/** An unreadable request, and a server that starts or has lost its database. */
const OF_ALL: Codes = ['malformed', 'unavailable']

const hasFields = (schema: z.ZodType): boolean => Object.keys((schema as z.ZodObject).shape).length > 0

function canBeInvalid(call: Call): boolean {
  const headers = requestHeadersOf(call)
  return (
    hasFields(call.params) ||
    hasFields(call.query) ||
    headers.includes('Idempotency-Key') ||
    headers.includes('If-Match')
  )
}

/** The refusals that a call names, and others that follow from its access, its fields, its limit and its key. */
export const refusalsOf = (call: Call): Codes => [
  ...new Set<RefusalCode>([
    ...BY_ACCESS[call.access],
    ...(call.refusals ?? []),
    ...BY_BODY[bodyTypeOf(call)],
    ...(call.limit === undefined ? [] : (['too-many'] as const)),
    ...(call.limit?.name.startsWith('export-') === true ? (['busy'] as const) : []),
    ...(call.idempotent === 'by-id' ? (['event-id-taken'] as const) : []),
    ...(canBeInvalid(call) ? (['invalid'] as const) : []),
    ...OF_ALL,
  ]),
]

export function requestHeadersOf(call: Call): readonly RequestHeader[] {
  return [
    ...(call.takes ?? []),
    ...(call.idempotent === undefined ? [] : (['Idempotency-Key'] as const)),
    ...(call.reads === undefined ? [] : (['Wait-For-Position'] as const)),
  ]
}

export function commonHeadersOf(call: Call): readonly AnswerHeader[] {
  const isCounted = call.limit !== undefined && call.limit.name in RATE_LIMITS
  return [
    ...(requestHeadersOf(call).includes('Wait-For-Position') ? (['Stale'] as const) : []),
    ...(isCounted ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
}

export function answerHeadersOf(call: Call): readonly AnswerHeader[] {
  const writes = call.method !== 'get' && call.access !== 'optional'
  return [...(call.gives ?? []), ...(writes ? (['Log-Position'] as const) : []), ...commonHeadersOf(call)]
}
