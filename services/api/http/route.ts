import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import type { AppendResult } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { WaitFor } from '@app/kernel/wait-for.ts'
import { auditOf, type Audit, type AuditDeps } from './audit.ts'
import type { HashingQueue } from './limits/hashing.ts'
import { runLimited, type LimitDeps } from './limits/limited-call.ts'
import type { UsualAddresses } from './limits/usual-addresses.ts'
import { idempotencyKeyOf, type IdOf, type KeyedIds } from './idempotency-key.ts'
import { positionInHeader, waitUpTo } from './freshness.ts'
import type { HeavyReads } from './heavy-reads.ts'
import { parsedParts, requestBodyOf, type CallParts } from './parse-call.ts'
import { NOT_KEPT } from './security-headers.ts'
import { sendJson } from './compression/send-body.ts'
import { principalOf, type AccessControl, type Principal } from './access/access-control.ts'

/** Dependencies of every call. */
export interface RouteDeps extends AuditDeps, LimitDeps {
  readonly accessControl: AccessControl
  readonly keyedIds: KeyedIds
  readonly waitFor: WaitFor
  readonly heavyReads: HeavyReads
  readonly hashing: HashingQueue
  readonly usualAddresses: UsualAddresses
}

/** What a handler is called with: the parsed parts, and the caller as far as the call needs one. */
export interface CallContext<Params, Query, Body> extends CallParts<Params, Query, Body> {
  readonly idOf: IdOf
  /** Sends the position of what was appended, for which the caller's next reads wait. */
  readonly wrote: (appended: Pick<AppendResult, 'position'> | undefined) => void
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

/** What a call's own work is done with. */
interface ServedCall {
  readonly call: Call
  readonly parts: Parts
  readonly principal: Principal | undefined
  readonly concerns: Audit['concerns']
  readonly request: Request
  readonly response: Response
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
  const address = deps.addressOf(request)
  const isKnown = async () => {
    const { email } = call.limit?.keyOf?.(partsOf(deps, call, request)) ?? {}
    return email !== undefined && deps.usualAddresses.has(await deps.findAccountId(email), address)
  }
  return deps.hashing.run(work, isKnown)
}

/** Does a call's work, and sends its answer once its limit is settled. */
interface Answering<Answer> {
  readonly work: (served: ServedCall) => Promise<Answer>
  readonly send: (response: Response, answer: Answer) => void
}

function register<Answer>(
  router: Router,
  deps: RouteDeps,
  call: Call,
  { work, send }: Answering<Answer>,
): void {
  router[call.method](addressesOf(call).map(expressPath), async (request, response) => {
    response.setHeader(...NOT_KEPT)
    const audit = auditOf(deps, call, request)
    try {
      await inTurn(deps, call, request, async () => {
        const principal = await principalOf(call, deps.accessControl, request)
        const parts = partsOf(deps, call, request)
        const { accountId } = principal ?? {}
        const answer = await runLimited(deps, call, { ...parts, accountId }, response, async () => {
          await waitUpTo(
            deps,
            response,
            call.reads ?? [],
            positionInHeader(request.headers['wait-for-position']),
          )
          return work({ call, parts, principal, concerns: audit.concerns, request, response })
        })
        audit.done(answer)
        send(response, answer)
      })
    } catch (error) {
      audit.failed(error)
      throw error
    }
  })
}

function contextOf<C extends Call>({ keyedIds }: RouteDeps, served: ServedCall): CallContextOf<C> {
  const { call, parts, principal, concerns, request, response } = served
  const wrote: CallContext<unknown, unknown, unknown>['wrote'] = (appended) => {
    if (appended !== undefined) response.setHeader('Log-Position', String(appended.position))
  }
  const key = call.idempotent === 'by-effect' ? idempotencyKeyOf(request) : undefined
  // Without an account the key alone counts: a phone that tries again may have another address by then.
  const scope = `${call.method} ${parsedPathOf(call, parts)} ${principal?.accountId ?? 'everyone'}`
  return { ...parts, idOf: keyedIds.of(scope, key), wrote, concerns, request, response } as CallContextOf<C>
}

function signedIn({ principal }: ServedCall): Principal {
  if (principal === undefined) throw new Refusal('unauthenticated')
  return principal
}

/** Answers with JSON that was checked against the contract. */
function registerJson<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>, served: ServedCall) => Promise<AnswerOf<C>>,
): void {
  register<unknown>(router, deps, call, {
    work: async (served) => call.answer.parse(await answer(contextOf<C>(deps, served), served)),
    send: (response, body) => sendJson(response, 200, body),
  })
}

function registerFile<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>, served: ServedCall) => Promise<void>,
): void {
  register<void>(router, deps, call, {
    work: (served) => send(contextOf<C>(deps, served), served),
    send: () => undefined,
  })
}

/** A call for everyone. */
export const route = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): void => registerJson(router, deps, call, answer)

/** A call for signed-in people. */
export const guardedRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>, principal: Principal) => Promise<AnswerOf<C>>,
): void => registerJson(router, deps, call, (context, served) => answer(context, signedIn(served)))

/** A call whose answer is a file or a redirect: the handler sends it itself. */
export const fileRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>) => Promise<void>,
): void => registerFile(router, deps, call, send)

/** The same, for signed-in people. */
export const guardedFileRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>, principal: Principal) => Promise<void>,
): void => registerFile(router, deps, call, (context, served) => send(context, signedIn(served)))
