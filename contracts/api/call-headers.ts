import type { Call } from './call.ts'
import { RATE_LIMITS } from '../limits/rate-limits.ts'
import type { AnswerHeader, RequestHeader } from './headers.ts'

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
