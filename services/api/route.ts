import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import type { Call } from '@app/contracts/api/call.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { sendJson } from './send-json.ts'
import type { Claims, SignedIn, Viewers } from './viewer.ts'

/** What a handler gets: everything parsed, the caller known as far as the call asks. */
export interface Asked<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** What the token says, when there is a good one; the account was not looked up. */
  readonly claims: Claims | undefined
  readonly request: Request
  readonly response: Response
}

export type AskedOf<C> =
  C extends Call<infer Params, infer Query, infer Body>
    ? Asked<z.infer<Params>, z.infer<Query>, z.infer<Body>>
    : never
export type AnswerOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Answer> ? z.infer<Answer> : never

/** The field and what is wrong with it, for people: the first fault is enough to go on. */
function faultOf({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return REFUSALS.invalid.detail
  const place = issue.path.join('.')
  return place === '' ? issue.message : `${place}: ${issue.message}`
}

/** @throws Refusal invalid, naming the field */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Refusal('invalid', faultOf(result.error))
  return result.data
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** A POST without a JSON body cannot be read: a browser may send other types across sites, but not this one. */
function bodyOf(call: Call, request: Request): unknown {
  if (call.method !== 'post') return {}
  if (request.is('application/json') === false || request.body === undefined)
    throw new Refusal('unsupported-media')
  return request.body as unknown
}

function register<C extends Call>(
  router: Router,
  viewers: Viewers,
  call: C,
  answer: (asked: AskedOf<C>, viewer: SignedIn | undefined) => Promise<void>,
): void {
  router[call.method](expressPath(call.path), async (request, response) => {
    const { authorization } = request.headers
    const viewer =
      call.access === 'admin'
        ? await viewers.admin(authorization)
        : call.access === 'signed-in'
          ? await viewers.signedIn(authorization)
          : undefined
    const asked = {
      params: parsed(call.params, request.params),
      query: parsed(call.query, request.query),
      body: parsed(call.body, bodyOf(call, request)),
      claims: call.access === 'optional' ? viewers.claimsOf(authorization) : undefined,
      request,
      response,
    } as AskedOf<C>
    await answer(asked, viewer)
  })
}

/** A call for everyone. Its answer is checked against the contract before it leaves. */
export function route<C extends Call>(
  router: Router,
  viewers: Viewers,
  call: C,
  answer: (asked: AskedOf<C>) => Promise<AnswerOf<C>>,
): void {
  register(router, viewers, call, async (asked) => {
    sendJson(asked.response, 200, call.answer.parse(await answer(asked)))
  })
}

/** A call for people who are signed in. */
export function guardedRoute<C extends Call>(
  router: Router,
  viewers: Viewers,
  call: C,
  answer: (asked: AskedOf<C>, viewer: SignedIn) => Promise<AnswerOf<C>>,
): void {
  register(router, viewers, call, async (asked, viewer) => {
    if (viewer === undefined) throw new Refusal('unauthenticated')
    sendJson(asked.response, 200, call.answer.parse(await answer(asked, viewer)))
  })
}

/** A call whose answer is a file: the handler sends it itself. */
export function fileRoute<C extends Call>(
  router: Router,
  viewers: Viewers,
  call: C,
  send: (asked: AskedOf<C>) => Promise<void>,
): void {
  register(router, viewers, call, send)
}
