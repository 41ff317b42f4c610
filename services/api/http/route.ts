import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import type { AppendResult } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { FindAccountId } from '@app/processes/accounts/find-account.ts'

import { auditOf, type Audit, type AuditDeps } from './audit.ts'
import { comesFromUsualAddress, leaseFor } from './limits/call-lease.ts'
import { NO_HASHING_LIMIT, type HashingLimiter } from './access/hashing-limiter.ts'
import { idempotencyKeyOf } from './idempotency/idempotency-key.ts'
import { NO_KEY, type Attempt, type IdempotencyStore } from './idempotency/answer-once.ts'
import { networkBlockOf } from './client-address.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { AddressOf, RateLimitLease } from './limits/rate-limit-lease.ts'
import type { ReadYourWrites } from './read-your-writes.ts'
import { parsedParts, requestBodyOf, type CallParts } from './parse-call.ts'
import { NOT_KEPT } from './security.ts'
import { sendJson } from './compression/send-body.ts'
import type { UsualAddresses } from './limits/usual-addresses.ts'
import { principalOf, type AccessControl, type Principal } from './access/access-control.ts'

/** Dependencies of every call. */
export interface RouteDeps extends AuditDeps {
  readonly accessControl: AccessControl
  readonly limiter: RateLimiter
  readonly idempotencyStore: IdempotencyStore
  readonly writes: ReadYourWrites
  readonly findAccountId: FindAccountId
  readonly hashing: HashingLimiter
  /** The client's address, behind trusted proxies. */
  readonly addressOf: AddressOf
  readonly usualAddresses: UsualAddresses
}

/** What a handler is called with: the parsed parts, and the caller as far as the call needs one. */
export interface CallContext<Params, Query, Body> extends Attempt, CallParts<Params, Query, Body> {
  /** Reports the position of what was appended: the caller's next reads wait for it. */
  readonly wrote: (appended: Pick<AppendResult, 'position'> | undefined) => void
  /** Keeps the call counted though it succeeds, under a limit that refunds successes: it had no effect. */
  readonly staysCounted: () => void
  /** Names the account that an e-mail was found to have, for the security log. */
  readonly concerns: (accountId: string) => void
  readonly request: Request
  readonly response: Response
}

export type CallContextOf<C> =
  C extends Call<infer Params, infer Query, infer Body>
    ? CallContext<z.infer<Params>, z.infer<Query>, z.infer<Body>>
    : never
export type AnswerOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Answer> ? z.infer<Answer> : never

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The call with what it was parsed to: one call has many spellings of its path. */
const parsedPathOf = ({ path }: Call, { params }: Parts): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

type Parts = CallParts<unknown, unknown, unknown>

interface AdmittedCall {
  readonly call: Call
  readonly parts: Parts
  readonly principal: Principal | undefined
  readonly lease: RateLimitLease | undefined
  /** Whether it comes from a usual address of its account; queried only if it has to wait for its hash. */
  readonly isUsual: boolean
}
type AuditedCall = AdmittedCall & { readonly concerns: Audit['concerns'] }

/** The steps before a call's own work: authentication, parsing, limits, read-your-writes. */
async function admit(
  deps: RouteDeps,
  call: Call,
  request: Request,
  response: Response,
): Promise<AdmittedCall> {
  const { accessControl } = deps
  const principal = await principalOf(call, accessControl, request)
  const { params, query, headers } = request
  const body = requestBodyOf(call, request)
  const parts: Parts = parsedParts(call, accessControl, {
    params,
    query,
    body,
    authorization: headers.authorization,
  })
  const parsedCall = { call, parts, principal }
  const lease = await leaseFor(deps, parsedCall, { request, response })
  await deps.writes.caughtUp({ request, response }, call.reads ?? [], principal?.accountId)
  const isUsual = await comesFromUsualAddress(deps, parsedCall, request)
  return { ...parsedCall, lease, isUsual }
}

function register<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  /** Resolves to the answer that was sent, undefined where it was a refusal. */
  serve: (admittedCall: AuditedCall, request: Request, response: Response) => Promise<unknown>,
): void {
  const hashing = call.hashes === true ? deps.hashing : NO_HASHING_LIMIT
  router[call.method](addressesOf(call).map(expressPath), async (request, response) => {
    response.setHeader(...NOT_KEPT)
    const audit = auditOf(deps, call, request)
    const network = call.hashes === true ? networkBlockOf(deps.addressOf(request)) : ''
    let lease: RateLimitLease | undefined
    try {
      const admittedCall = await hashing.admission.run({ network, isUsual: false }, () =>
        admit(deps, call, request, response),
      )
      lease = admittedCall.lease
      const { isUsual } = admittedCall
      audit.done(
        await hashing.work.run({ network, isUsual }, () =>
          serve({ ...admittedCall, concerns: audit.concerns }, request, response),
        ),
      )
    } catch (error) {
      audit.failed(error)
      await lease?.failed(error)
      throw error
    }
  })
}

type Http = Pick<CallContext<unknown, unknown, unknown>, 'request' | 'response'> &
  Partial<Pick<CallContext<unknown, unknown, unknown>, 'staysCounted'>>

function contextOf<C extends Call>(
  { writes }: RouteDeps,
  { parts, principal, concerns }: AuditedCall,
  attempt: Attempt,
  { request, response, staysCounted = () => undefined }: Http,
): CallContextOf<C> {
  const wrote: CallContext<unknown, unknown, unknown>['wrote'] = (appended) => {
    if (appended !== undefined) writes.wrote(response, principal?.accountId, appended.position)
  }
  return { ...parts, ...attempt, wrote, staysCounted, concerns, request, response } as CallContextOf<C>
}

/** Answers with JSON that was checked against the contract; once for all tries under one key. */
async function answerJson<C extends Call>(
  deps: RouteDeps,
  admittedCall: AuditedCall,
  http: Http,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): Promise<unknown> {
  const { call, parts, principal, lease } = admittedCall
  let isRefunded = true
  const staysCounted = (): void => void (isRefunded = false)
  const work = async (attempt: Attempt): Promise<unknown> =>
    call.answer.parse(await answer(contextOf<C>(deps, admittedCall, attempt, { ...http, staysCounted })))
  // Without an account the key alone counts: a phone that tries again may have another address by then.
  const caller = principal?.accountId ?? 'everyone'
  const { status, body } =
    call.idempotent === 'by-answer'
      ? await deps.idempotencyStore.run(
          {
            key: idempotencyKeyOf(http.request),
            scope: `${call.method} ${parsedPathOf(call, parts)} ${caller}`,
            body: parts.body,
          },
          work,
        )
      : { status: 200, body: await work(NO_KEY) }
  if (status < 400 && isRefunded) await lease?.succeeded()
  sendJson(http.response, status, body)
  return status < 400 ? body : undefined
}

/** A call for everyone. */
export function route<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): void {
  register(router, deps, call, (admittedCall, request, response) =>
    answerJson<C>(deps, admittedCall, { request, response }, answer),
  )
}

/** A call for signed-in people. */
export function guardedRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>, principal: Principal) => Promise<AnswerOf<C>>,
): void {
  register(router, deps, call, (admittedCall, request, response) => {
    const { principal } = admittedCall
    if (principal === undefined) throw new Refusal('unauthenticated')
    return answerJson<C>(deps, admittedCall, { request, response }, (context) => answer(context, principal))
  })
}

/** A call whose answer is a file or a redirect: the handler sends it itself. */
export function fileRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>) => Promise<void>,
): void {
  register(router, deps, call, async (admittedCall, request, response) => {
    await send(contextOf<C>(deps, admittedCall, NO_KEY, { request, response }))
    await admittedCall.lease?.succeeded()
  })
}

/** Marks an answer that is no JSON. */
const SENT = {}

/** The same, for signed-in people. */
export function guardedFileRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>, principal: Principal) => Promise<void>,
): void {
  register(router, deps, call, async (admittedCall, request, response) => {
    const { principal } = admittedCall
    if (principal === undefined) throw new Refusal('unauthenticated')
    await send(contextOf<C>(deps, admittedCall, NO_KEY, { request, response }), principal)
    await admittedCall.lease?.succeeded()
    return SENT
  })
}
