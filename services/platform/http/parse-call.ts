import type { Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import { bodyTypeOf, type Call } from '@app/contracts/api/call.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import type { AccessControl, Viewer } from './access/access-control.ts'

/** A call's parts, checked against its definition. */
export interface CallParts<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The person who looks, where a token may say so. It is looked up on request. */
  readonly viewer: () => Promise<Viewer | undefined>
}

export type CallPartsOf<C> =
  C extends Call<infer Params, infer Query, infer Body>
    ? CallParts<z.infer<Params>, z.infer<Query>, z.infer<Body>>
    : never

/** @throws Refusal invalid, naming the first field at fault */
export const parsedParts = <C extends Call>(
  call: C,
  accessControl: Pick<AccessControl, 'viewerOf'>,
  { params, query, headers }: Pick<Request, 'params' | 'query' | 'headers'>,
  body: unknown,
): CallPartsOf<C> =>
  ({
    params: parsed(call.params, params),
    query: parsed(call.query, query),
    body: parsed(call.body, body),
    viewer: async () =>
      call.access === 'optional' ? accessControl.viewerOf(headers.authorization) : undefined,
  }) as CallPartsOf<C>

/** @throws Refusal invalid, naming the first field at fault */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new Refusal('invalid', issue?.message ?? REFUSALS.invalid.detail, field === '' ? {} : { field })
}

const hasNoBody = (request: Request): boolean =>
  request.is('application/json') === null || request.get('content-length') === '0'

/** JSON only: forms of other sites cannot send this type. */
export function requestBodyOf(call: Call, request: Request): unknown {
  if (bodyTypeOf(call) !== 'json') return {}
  if (call.mayHaveNoBody === true && hasNoBody(request)) return {}
  if (request.is('application/json') === false || request.body === undefined)
    throw new Refusal('unsupported-media')
  return request.body as unknown
}

/** Reads the body by one of Express's parsers. @throws Refusal too-large, with this sentence */
export const readLimited = (
  request: Request,
  response: Response,
  { parser, tooLarge }: { readonly parser: RequestHandler; readonly tooLarge: string },
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined) return resolve(request.body as unknown)
      const { type } = error as { readonly type?: string }
      reject(type === 'entity.too.large' ? new Refusal('too-large', tooLarge) : (error as Error))
    })
  })
