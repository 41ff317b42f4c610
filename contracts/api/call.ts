import { z } from 'zod'
import type { AnswerHeader, RequestHeader } from './headers.ts'
import { type RateLimitName, RATE_LIMITS } from '../limits/rate-limits.ts'
import type { ReadModel } from '../data.ts'
import type { RefusalCode } from '../refusals.ts'
import type { SecurityEventName } from '../security-events.ts'

interface LimitKeys {
  readonly email?: string
  /** Id or slug. */
  readonly profile?: string
  /** The caller says when it happened. */
  readonly isDated?: boolean
}

export interface CallLimit<Params = unknown, Body = unknown> {
  readonly name: RateLimitName
  /** Each success may add an event: a network has a bound on those of a day. */
  readonly appends?: true
  keyOf?(sent: { readonly params: Params; readonly body: Body }): LimitKeys
}

/** Routes parse by it, answers are checked by it, and the OpenAPI document is made of it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  /** A second address of the same call, for our client: browsers' blockers refuse the first one by its words. */
  readonly alias?: string
  readonly summary: string
  /** `optional`: a token, if sent, tells whose view it is. `signed-in`: also accounts that are not activated yet. */
  readonly access: 'everyone' | 'optional' | 'signed-in' | 'activated' | 'admin'
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** Default: `json`, and `none` with `get` or `delete`. */
  readonly bodyType?: 'none' | 'json' | 'file' | 'mail'
  readonly answer: Answer
  /** Content types of an answer that is not JSON; an empty list means no content. */
  readonly answerType?: string | readonly string[]
  readonly answerStatus?: number
  /** By status: answers without content, besides `answer` and the refusals. */
  readonly otherAnswers?: Readonly<Record<number, string>>
  readonly takes?: readonly RequestHeader[]
  readonly gives?: readonly AnswerHeader[]
  /** Default: `signed-in` where a session is needed. */
  readonly limit?: CallLimit<z.infer<Params>, z.infer<Body>>
  /** `by-effect`: ids of what it makes derive from the Idempotency-Key. `by-id`: the key is the event's id. */
  readonly idempotent?: 'by-effect' | 'by-id'
  /** Read models that the answer of a `get` comes from. It waits until they hold the caller's last write. */
  readonly reads?: readonly ReadModel[]
  /** Hashes a password. Only a few such calls run at once, so that taps are not slowed down. */
  readonly hashes?: true
  readonly audited?: { readonly done?: SecurityEventName; readonly refused?: SecurityEventName }
  /** The call's own; the others follow from its access, its fields, its limit and its key (call-refusals.ts). */
  readonly refusals?: readonly RefusalCode[]
}

const nothing = z.object({})
type Nothing = typeof nothing

type Definition<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = Omit<Call<Params, Query, Body, Answer>, 'params' | 'query' | 'body'> & {
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
}

const SIGNED_IN_LIMIT = { limit: { name: 'signed-in' } } as const

/** Parts of a request that a definition does not name are not read. */
/* @__NO_SIDE_EFFECTS__ */
export const call = <
  Answer extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  definition: Definition<Params, Query, Body, Answer>,
): Call<Params, Query, Body, Answer> =>
  ({
    params: nothing,
    query: nothing,
    body: nothing,
    ...(['signed-in', 'activated', 'admin'].includes(definition.access) && SIGNED_IN_LIMIT),
    ...definition,
  }) as unknown as Call<Params, Query, Body, Answer>

export const addressesOf = ({ path, alias }: Pick<Call, 'path' | 'alias'>): readonly string[] =>
  alias === undefined ? [path] : [path, alias]

export const bodyTypeOf = ({ method, bodyType }: Call): NonNullable<Call['bodyType']> =>
  bodyType ?? (method === 'post' || method === 'put' ? 'json' : 'none')

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
