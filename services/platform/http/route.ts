import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import type { AppendResult } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { auditOf } from './audit.ts'
import { runLimited } from './limits.ts'
import {
  parsedParts,
  requestBodyOf,
  type CallParts,
  positionInHeader,
  waitUpTo,
  idsOf,
  type IdOf,
} from './parse-call.ts'
import { NOT_KEPT, sendJson } from './send.ts'
import type { Principal } from './access/access-control.ts'
import type { Ctx } from '../ctx.ts'

export interface CallContext<Params, Query, Body> extends CallParts<Params, Query, Body> {
  readonly request: Request
  readonly response: Response
  readonly concerns: (accountId: string) => void
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

type Parts = CallParts<unknown, unknown, unknown>
type AnyContext = CallContext<unknown, unknown, unknown>
type Handle<C> = (context: CallContextOf<C>, principal: Principal | undefined) => Promise<unknown>

/** The order of every call: session, parse, limit, own writes, handler, contract, answer. */
function register<C extends Call>(
  router: Router,
  deps: Ctx,
  call: C,
  handle: Handle<C>,
  isFile = false,
): void {
  router[call.method](addressesOf(call).map(expressPath), async (request, response) => {
    response.setHeader(...NOT_KEPT)
    const { concerns, done, failed } = auditOf(deps, call, request)
    const { authorization, 'wait-for-position': wanted } = request.headers
    const parse = (): Parts => parsedParts(call, request, requestBodyOf(call, request))
    const work = async (): Promise<void> => {
      const { access } = call
      const isOpen = access === 'everyone' || access === 'optional'
      const principal = isOpen ? undefined : await deps.accessControl.principal(access, authorization)
      const parts = parse()
      const accountId = principal?.accountId
      const answer = await runLimited(deps, call, { ...parts, accountId }, response, async () => {
        await waitUpTo(deps, response, call.reads ?? [], positionInHeader(wanted))
        const idOf = idsOf(deps, call, request, { ...parts, accountId })
        const wrote: AnyContext['wrote'] = (appended) => {
          if (appended !== undefined) response.setHeader('Log-Position', String(appended.position))
        }
        const context = { ...parts, concerns, request, response, idOf, wrote }
        const made = await handle(context as CallContextOf<C>, principal)
        return isFile ? made : call.answer.parse(made)
      })
      done(isFile && principal !== undefined ? {} : answer)
      if (!isFile) sendJson(response, 200, answer)
    }
    try {
      if (call.hashes !== true) await work()
      // Before anything is counted.
      else await deps.hashing(work, async () => isKnownHere(deps, call, request, parse()))
    } catch (error) {
      failed(error)
      throw error
    }
  })
}

async function isKnownHere(deps: Ctx, { limit }: Call, request: Request, parts: Parts) {
  const { email } = limit?.keyOf?.(parts) ?? {}
  if (email === undefined) return false
  return deps.usualAddresses.has(await deps.findAccountId(email), deps.addressOf(request))
}

function signedIn(principal: Principal | undefined): Principal {
  if (principal === undefined) throw new Refusal('unauthenticated')
  return principal
}

export const route = <C extends Call>(
  router: Router,
  deps: Ctx,
  call: C,
  answer: (context: CallContextOf<C>) => Promise<AnswerOf<C>>,
): void => register(router, deps, call, answer)

export const guardedRoute = <C extends Call>(
  router: Router,
  deps: Ctx,
  call: C,
  answer: (context: CallContextOf<C>, principal: Principal) => Promise<AnswerOf<C>>,
): void => register(router, deps, call, (context, principal) => answer(context, signedIn(principal)))

/** A call whose answer is a file or a redirect: the handler sends it itself. */
export const fileRoute = <C extends Call>(
  router: Router,
  deps: Ctx,
  call: C,
  send: (context: CallContextOf<C>) => Promise<void>,
): void => register(router, deps, call, send, true)

export const guardedFileRoute = <C extends Call>(
  router: Router,
  deps: Ctx,
  call: C,
  send: (context: CallContextOf<C>, principal: Principal) => Promise<void>,
): void => register(router, deps, call, (context, principal) => send(context, signedIn(principal)), true)
