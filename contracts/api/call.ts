import type { z } from 'zod'
import type { AnswerHeader, RequestHeader } from './headers.ts'
import type { RateLimitName } from '../rate-limits.ts'
import type { ReadModel } from '../read-models.ts'
import type { RefusalCode } from '../refusals.ts'
import type { SecurityEventName } from '../security-events.ts'

/** What a call is counted by, besides the address that it comes from and the account that is signed in. */
export interface LimitKeys {
  /** Whose account it names, where nobody is signed in. */
  readonly email?: string
  /** Which profile it is about: an id or a slug. */
  readonly profile?: string
}

/** How often a call may be made: one of the limits of `rate-limits.ts`, and what is counted by it. */
export interface CallLimit<Params = unknown, Body = unknown> {
  readonly name: RateLimitName
  keyOf?(sent: { readonly params: Params; readonly body: Body }): LimitKeys
}

/** One call of the HTTP interface: routes parse by it, answers are checked by it, the OpenAPI document is made of it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** OpenAPI form: `/api/public/track/{profileId}`. */
  readonly path: string
  readonly summary: string
  /**
   * `optional`: a token, when there is one, says whose view it is. `signed-in`: also before the account is activated.
   * `activated`: signed in, and activated.
   */
  readonly access: 'everyone' | 'optional' | 'signed-in' | 'activated' | 'admin'
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** How the body comes; `json` where it is not said, and none with `get` and `delete`. */
  readonly bodyType?: 'none' | 'json' | 'file'
  readonly answer: Answer
  /** Content types of the answer, where it is not JSON; none has no content. */
  readonly answerType?: string | readonly string[]
  /** Status of the answer, where it is not 200. */
  readonly answerStatus?: number
  /** Answers without content that are neither the answer nor refused, by status. */
  readonly otherAnswers?: Readonly<Record<number, string>>
  /** Request headers of its own, and headers of its answer. */
  readonly takes?: readonly RequestHeader[]
  readonly gives?: readonly AnswerHeader[]
  readonly limit?: CallLimit<z.infer<Params>, z.infer<Body>>
  /**
   * Takes the header Idempotency-Key: the same key and body have the same answer, and one effect. `by-answer`: the
   * answer is kept; `by-id`: the key names the event, and the log itself knows whether it happened.
   */
  readonly idempotent?: 'by-answer' | 'by-id'
  /** Of a `get`: what its answer is made of. It waits until these hold what its caller wrote just before. */
  readonly reads?: readonly ReadModel[]
  /** Hashes a password: so few at once that taps go on beside them. */
  readonly hashes?: true
  /** What the security log is told of it, when it succeeds and when it is refused. */
  readonly audited?: { readonly done?: SecurityEventName; readonly refused?: SecurityEventName }
  readonly refusals: readonly RefusalCode[]
}

/** Names a call; the types of its parts follow from its schemas. */
export const call = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  definition: Call<Params, Query, Body, Answer>,
): Call<Params, Query, Body, Answer> => definition
