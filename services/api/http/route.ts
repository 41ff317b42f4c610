import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import type { Call } from '@app/contracts/api/call.ts'
import type { AppendResult } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { isUsualAsker, viewerOf } from './authentication/caller.ts'
import { auditOf, type AuditDeps } from './audit.ts'
import { bodyOf } from './call-body.ts'
import { ticketFor } from './limits/call-lease.ts'
import { NO_TURNS, type HashingTurns } from './authentication/hashing-limiter.ts'
import { idempotencyKeyOf } from './idempotency/idempotency-key.ts'
import { NO_KEY, type Attempt, type KeptAnswers } from './idempotency/idempotency-store.ts'
import { networkBlockOf } from './limits/network-block.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { AddressOf, Ticket } from './limits/rate-limit-lease.ts'
import type { ReadYourWrites } from './read-your-writes.ts'
import { parsed } from './parsed.ts'
import { NOT_KEPT } from './security.ts'
import { sendJson } from './send-json.ts'
import type { UsualAddresses } from './limits/usual-addresses.ts'
import type { Claims } from './authentication/session-token.ts'
import type { SignedIn, Viewers } from './authentication/authenticator.ts'

/** What every call is served with. */
export interface RouteDeps extends AuditDeps {
  readonly viewers: Viewers
  readonly limiter: RateLimiter
  readonly keptAnswers: KeptAnswers
  readonly writes: ReadYourWrites
  readonly accountIdOf: (email: string) => string
  readonly hashing: HashingTurns
  /** Of whoever calls, behind as many proxies as the settings trust. */
  readonly addressOf: AddressOf
  readonly usualAddresses: UsualAddresses
}

/** What a handler gets: everything parsed, the caller known as far as the call asks. */
export interface Asked<Params, Query, Body> extends Attempt {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** What the token says, when there is a good one; the account was not looked up. */
  readonly claims: Claims | undefined
  /** Where what the call did lies in the log, if it did anything: the caller's next reads wait for it. */
  readonly wrote: (appended: Pick<AppendResult, 'position'> | undefined) => void
  /** Of a limit on wrong tries: this one stays counted though it succeeds, as it did nothing that was not done. */
  readonly staysCounted: () => void
  readonly request: Request
  readonly response: Response
}

export type AskedOf<C> =
  C extends Call<infer Params, infer Query, infer Body>
    ? Asked<z.infer<Params>, z.infer<Query>, z.infer<Body>>
    : never
export type AnswerOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Answer> ? z.infer<Answer> : never

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

type Parts = Pick<Asked<unknown, unknown, unknown>, 'params' | 'query' | 'body' | 'claims'>

interface Served {
  readonly call: Call
  readonly parts: Parts
  readonly viewer: SignedIn | undefined
  readonly ticket: Ticket | undefined
  /** Of a call that would have to wait for its hash: whether its account came in from there before. */
  readonly isUsual: boolean
}

/** All that comes before a call's own work: who calls, what they ask, whether they may ask it again already. */
async function admitted(deps: RouteDeps, call: Call, request: Request, response: Response): Promise<Served> {
  const { viewers } = deps
  const viewer = await viewerOf(call, viewers, request)
  const parts: Parts = {
    params: parsed(call.params, request.params),
    query: parsed(call.query, request.query),
    body: parsed(call.body, bodyOf(call, request)),
    claims: call.access === 'optional' ? viewers.claimsOf(request.headers.authorization) : undefined,
  }
  const ticket = await ticketFor(deps, { call, parts, viewer, request, response })
  await deps.writes.caughtUp({ request, response }, call.reads ?? [], viewer?.accountId)
  const isUsual = await isUsualAsker(deps, { call, body: parts.body, viewer, request })
  return { call, parts, viewer, ticket, isUsual }
}

function register<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  /** Answers with what was told to the caller, where that was no refusal. */
  serve: (served: Served, request: Request, response: Response) => Promise<unknown>,
): void {
  const turns = call.hashes === true ? deps.hashing : NO_TURNS
  router[call.method](expressPath(call.path), async (request, response) => {
    response.setHeader(...NOT_KEPT)
    const audit = auditOf(deps, call, request)
    const network = call.hashes === true ? networkBlockOf(deps.addressOf(request)) : ''
    let ticket: Ticket | undefined
    try {
      const served = await turns.admission.run({ network, isUsual: false }, () =>
        admitted(deps, call, request, response),
      )
      ticket = served.ticket
      const { isUsual } = served
      audit.done(await turns.work.run({ network, isUsual }, () => serve(served, request, response)))
    } catch (error) {
      audit.failed(error)
      await ticket?.failed(error)
      throw error
    }
  })
}

type Http = Pick<Asked<unknown, unknown, unknown>, 'request' | 'response'> &
  Partial<Pick<Asked<unknown, unknown, unknown>, 'staysCounted'>>

function askedOf<C extends Call>(
  { writes }: RouteDeps,
  { parts, viewer }: Served,
  attempt: Attempt,
  { request, response, staysCounted = () => undefined }: Http,
): AskedOf<C> {
  const wrote: Asked<unknown, unknown, unknown>['wrote'] = (appended) => {
    if (appended !== undefined) writes.wrote(response, viewer?.accountId, appended.position)
  }
  return { ...parts, ...attempt, wrote, staysCounted, request, response } as AskedOf<C>
}

/** Answers with JSON that was checked against the contract; once for all tries under one key. */
async function answerJson<C extends Call>(
  deps: RouteDeps,
  served: Served,
  http: Http,
  answer: (asked: AskedOf<C>) => Promise<AnswerOf<C>>,
): Promise<unknown> {
  const { call, parts, viewer, ticket } = served
  let isGivenBack = true
  const staysCounted = (): void => void (isGivenBack = false)
  const work = async (attempt: Attempt): Promise<unknown> =>
    call.answer.parse(await answer(askedOf<C>(deps, served, attempt, { ...http, staysCounted })))
  // Whoever has no account is nobody in particular: a phone that tries again may have another address by then.
  const caller = viewer?.accountId ?? 'everyone'
  const { status, body } =
    call.idempotent === 'by-answer'
      ? await deps.keptAnswers.run(
          {
            key: idempotencyKeyOf(http.request),
            scope: `${call.method} ${http.request.path} ${caller}`,
            body: parts.body,
          },
          work,
        )
      : { status: 200, body: await work(NO_KEY) }
  if (status < 400 && isGivenBack) await ticket?.succeeded()
  sendJson(http.response, status, body)
  return status < 400 ? body : undefined
}

/** A call for everyone. */
export function route<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (asked: AskedOf<C>) => Promise<AnswerOf<C>>,
): void {
  register(router, deps, call, (served, request, response) =>
    answerJson<C>(deps, served, { request, response }, answer),
  )
}

/** A call for people who are signed in. */
export function guardedRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (asked: AskedOf<C>, viewer: SignedIn) => Promise<AnswerOf<C>>,
): void {
  register(router, deps, call, (served, request, response) => {
    const { viewer } = served
    if (viewer === undefined) throw new Refusal('unauthenticated')
    return answerJson<C>(deps, served, { request, response }, (asked) => answer(asked, viewer))
  })
}

/** A call whose answer is a file or a redirect: the handler sends it itself. */
export function fileRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (asked: AskedOf<C>) => Promise<void>,
): void {
  register(router, deps, call, async (served, request, response) => {
    await send(askedOf<C>(deps, served, NO_KEY, { request, response }))
    await served.ticket?.succeeded()
  })
}

/** The same, for people who are signed in. */
export function guardedFileRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (asked: AskedOf<C>, viewer: SignedIn) => Promise<void>,
): void {
  register(router, deps, call, async (served, request, response) => {
    const { viewer } = served
    if (viewer === undefined) throw new Refusal('unauthenticated')
    await send(askedOf<C>(deps, served, NO_KEY, { request, response }), viewer)
    await served.ticket?.succeeded()
  })
}
