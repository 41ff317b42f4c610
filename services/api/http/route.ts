import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import type { AppendResult } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { WaitFor } from '@app/kernel/wait-for.ts'
import { auditOf, type AuditDeps } from './audit.ts'
import type { HashingQueue } from './limits/hashing.ts'
import { runLimited, type LimitDeps } from './limits/limited-call.ts'
import type { UsualAddresses } from './limits/usual-addresses.ts'
import { idempotencyKeyOf, type IdOf, type KeyedIds } from './idempotency-key.ts'
import { positionInHeader, waitUpTo } from './freshness.ts'
import type { HeavyReads } from './heavy-reads.ts'
import { parsedParts, requestBodyOf, type CallParts } from './parse-call.ts'
import { NOT_KEPT } from './security-headers.ts'
import { sendJson } from './send.ts'
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

interface Http {
  /** Names the account that an e-mail was found to have, for the security log. */
  readonly concerns: (accountId: string) => void
  readonly request: Request
  readonly response: Response
}

/** Arguments of a handler: the parsed parts, and what it reports. */
export interface CallContext<Params, Query, Body> extends CallParts<Params, Query, Body>, Http {
  readonly idOf: IdOf
  /** Sends the position of what was appended, for which the caller's next reads wait. */
  readonly wrote: (appended: Pick<AppendResult, 'position'> | undefined) => void
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

type Handle<C, Made> = (context: CallContextOf<C>, principal: Principal | undefined) => Promise<Made>

/** The context of a handler: the parsed parts, and more. */
function contextOf<C extends Call>(
  { keyedIds }: RouteDeps,
  call: C,
  { parts, accountId, ...http }: { readonly parts: Parts; readonly accountId: string | undefined } & Http,
): CallContextOf<C> {
  const wrote: CallContext<unknown, unknown, unknown>['wrote'] = (appended) => {
    if (appended !== undefined) http.response.setHeader('Log-Position', String(appended.position))
  }
  const key = call.idempotent === 'by-effect' ? idempotencyKeyOf(http.request) : undefined
  // Without an account the key alone counts: a phone that tries again may have another address by then.
  const scope = `${call.method} ${parsedPathOf(call, parts)} ${accountId ?? 'everyone'}`
  return { ...parts, ...http, idOf: keyedIds.of(scope, key), wrote } as CallContextOf<C>
}

/** The order of every call: session, parse, limit, own writes, handler, contract, answer. */
function register<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  handle: Handle<C, unknown>,
  isFile = false,
): void {
  router[call.method](addressesOf(call).map(expressPath), async (request, response) => {
    response.setHeader(...NOT_KEPT)
    const { concerns, done, failed } = auditOf(deps, call, request)
    try {
      await inTurn(deps, call, request, async () => {
        const principal = await principalOf(call, deps.accessControl, request)
        const parts = partsOf(deps, call, request)
        const accountId = principal?.accountId
        const answer = await runLimited(deps, call, { ...parts, accountId }, response, async () => {
          const wanted = positionInHeader(request.headers['wait-for-position'])
          await waitUpTo(deps, response, call.reads ?? [], wanted)
          const context = contextOf(deps, call, { parts, accountId, concerns, request, response })
          const made = await handle(context, principal)
          return isFile ? made : call.answer.parse(made)
        })
        done(answer)
        if (!isFile) sendJson(response, 200, answer)
      })
    } catch (error) {
      failed(error)
      throw error
    }
  })
}

function signedIn(principal: Principal | undefined): Principal {
  if (principal === undefined) throw new Refusal('unauthenticated')
  return principal
}

/** A call for everyone. */
export const route = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): void => register(router, deps, call, answer)

/** A call for signed-in people. */
export const guardedRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  answer: (context: CallContextOf<C>, principal: Principal) => Promise<AnswerOf<C>>,
): void => register(router, deps, call, (context, principal) => answer(context, signedIn(principal)))

/** A call whose answer is a file or a redirect: the handler sends it itself. */
export const fileRoute = <C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>) => Promise<void>,
): void => register(router, deps, call, send, true)

/** Stands for a file, for the security log. */
const SENT = {}

/** The same, for signed-in people. */
export function guardedFileRoute<C extends Call>(
  router: Router,
  deps: RouteDeps,
  call: C,
  send: (context: CallContextOf<C>, principal: Principal) => Promise<void>,
): void {
  const handle: Handle<C, object> = async (context, principal) => {
    await send(context, signedIn(principal))
    return SENT
  }
  register(router, deps, call, handle, true)
}
