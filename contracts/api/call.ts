import type { z } from 'zod'
import type { RefusalCode } from '../refusals.ts'

/** One call of the HTTP interface: routes parse by it, answers are checked by it, the OpenAPI document is made of it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'get' | 'post'
  /** OpenAPI form: `/api/public/track/{profileId}`. */
  readonly path: string
  readonly summary: string
  /** `optional`: a token, when there is one, says whose view it is. */
  readonly access: 'everyone' | 'optional' | 'signed-in' | 'admin'
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** Content type of the answer, where it is not JSON. */
  readonly answerType?: string
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
