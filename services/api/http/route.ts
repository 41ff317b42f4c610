import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import type { AppendResult } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { WaitFor } from '@app/kernel/wait-for.ts'
import { auditOf, type Audit, type AuditDeps } from './audit.ts'
import {
  comesFromUsualAddress,
  leaseFor,
  type CallLeaseDeps,
  type UsualAddressDeps,
} from './limits/call-lease.ts'
import { idempotencyKeyOf } from './idempotency/idempotency-key.ts'
import { NO_KEY, type Attempt, type IdempotencyStore } from './idempotency/answer-once.ts'
import { positionInHeader, waitUpTo } from './freshness.ts'
import type { HeavyReads } from './heavy-reads.ts'
import { networkBlockOf } from './client-address.ts'
import type { RateLimitLease } from './limits/rate-limit-lease.ts'
import { parsedParts, requestBodyOf, type CallParts } from './parse-call.ts'
import { NOT_KEPT } from './security-headers.ts'
import { sendJson } from './compression/send-body.ts'
import { principalOf, type AccessControl, type Principal } from './access/access-control.ts'

/** Dependencies of every call. */
export interface RouteDeps extends AuditDeps, CallLeaseDeps, UsualAddressDeps {
  readonly accessControl: AccessControl
  readonly idempotencyStore: IdempotencyStore
  readonly waitFor: WaitFor
  readonly heavyReads: HeavyReads
}

/** What a handler is called with: the parsed parts, and the caller as far as the call needs one. */
export interface CallContext<Params, Query, Body> extends Attempt, CallParts<Params, Query, Body> {
  /** Sends the position of what was appended, for which the caller's next reads wait. */
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
}

/** What a call's own work is done with. */
interface ServedCall extends AdmittedCall {
  readonly concerns: Audit['concerns']
  readonly request: Request
  readonly response: Response
}

/** The steps before a call's own work: authentication, parsing, limits, the rows that the caller waits for. */
async function admit(
  deps: RouteDeps,
  call: Call,
  request: Request,
  response: Response,
): Promise<AdmittedCall> {
  const principal = await principalOf(call, deps.accessControl, request)
  const parts = partsOf(deps, call, request)
  const parsedCall = { call, parts, principal }
  const lease = await leaseFor(deps, parsedCall, { request, response })
  await waitUpTo(deps, response, call.reads ?? [], positionInHeader(request.headers['wait-for-position']))
  return { ...parsedCall, lease }
}

/** @throws Refusal invalid */
function partsOf({ accessControl }: RouteDeps, call: Call, request: Request): Parts {
  const { params, query, headers } = request
  const { authorization } = headers
  return parsedParts(call, accessControl, {
    params,
    query,
    body: requestBodyOf(call, request),
    authorization,
  })
}

/** A call that hashes waits for its slot before anything is read or counted. */
function inTurn(deps: RouteDeps, call: Call, request: Request, work: () => Promise<void>): Promise<void> {
  if (call.hashes !== true) return work()
  const isKnown = async () =>
    comesFromUsualAddress(deps, { call, parts: partsOf(deps, call, request) }, request)
  return deps.hashing.run(networkBlockOf(deps.addressOf(request)), work, isKnown)
}

function register(
  router: Router,
  deps: RouteDeps,
  call: Call,
  /** Resolves to the answer that was sent, undefined where it was a refusal. */
  serve: (served: ServedCall) => Promise<unknown>,
): void {
  router[call.method](addressesOf(call).map(expressPath), async (request, response) => {
    response.setHeader(...NOT_KEPT)
    const audit = auditOf(deps, call, request)
    let lease: RateLimitLease | undefined
    try {
      await inTurn(deps, call, request, async () => {
        const admitted = await admit(deps, call, request, response)
        lease = admitted.lease
        audit.done(await serve({ ...admitted, concerns: audit.concerns, request, response }))
      })
    } catch (error) {
      audit.failed(error)
      await lease?.failed(error)
      throw error
    }
  })
}

function contextOf<C extends Call>(
  { parts, concerns, request, response }: ServedCall,
  attempt: Attempt,
  staysCounted: () => void = () => undefined,
): CallContextOf<C> {
  const wrote: CallContext<unknown, unknown, unknown>['wrote'] = (appended) => {
    if (appended !== undefined) response.setHeader('Log-Position', String(appended.position))
  }
  return { ...parts, ...attempt, wrote, staysCounted, concerns, request, response } as CallContextOf<C>
}

/** Answers with JSON that was checked against the contract; once for all tries under one key. */
async function answerJson<C extends Call>(
  deps: RouteDeps,
  served: ServedCall,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): Promise<unknown> {
  const { call, parts, principal, lease, request, response } = served
  let isRefunded = true
  const staysCounted = (): void => void (isRefunded = false)
  const work = async (attempt: Attempt): Promise<unknown> =>
    call.answer.parse(await answer(contextOf<C>(served, attempt, staysCounted)))
  // Without an account the key alone counts: a phone that tries again may have another address by then.
  const caller = principal?.accountId ?? 'everyone'
  const { status, body } =
    call.idempotent === 'by-answer'
      ? await deps.idempotencyStore.run(
          {
            key: idempotencyKeyOf(request),
            scope: `${call.method} ${parsedPathOf(call, parts)} ${caller}`,
            body: parts.body,
          },
          work,
        )
      : { status: 200, body: await work(NO_KEY) }
  if (status < 400 && isRefunded) await lease?.succeeded()
  sendJson(response, status, body)
  return status < 400 ? body : undefined
}

async function sendFile<C extends Call>(
  served: ServedCall,
  send: (context: CallContextOf<C>) => Promise<void>,
): Promise<void> {
  await send(contextOf<C>(served, NO_KEY))
  await served.lease?.succeeded()
}

function signedIn({ principal }: ServedCall): Principal {
  if (principal === undefined) throw new Refusal('unauthenticated')
  return principal
}

/** A call for everyone. */
export const route = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): void => register(router, deps, call, (served) => answerJson<C>(deps, served, answer))

/** A call for signed-in people. */
export const guardedRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>, principal: Principal) => Promise<AnswerOf<C>>,
): void =>
  register(router, deps, call, (served) =>
    answerJson<C>(deps, served, (context) => answer(context, signedIn(served))),
  )

/** A call whose answer is a file or a redirect: the handler sends it itself. */
export const fileRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>) => Promise<void>,
): void => register(router, deps, call, (served) => sendFile<C>(served, send))

/** Marks an answer that is no JSON. */
const SENT = {}

/** The same, for signed-in people. */
export const guardedFileRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>, principal: Principal) => Promise<void>,
): void =>
  register(router, deps, call, async (served) => {
    await sendFile<C>(served, (context) => send(context, signedIn(served)))
    return SENT
  })
