import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { bodyTypeOf, type Call } from '@app/contracts/api/call.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import type { ServerResponse, IncomingMessage } from 'node:http'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/data.ts'
import { createHmac } from 'node:crypto'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import type { Ctx } from '../ctx.ts'

export interface CallParts<Params, Query, Body> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

export type CallPartsOf<C> =
  C extends Call<infer Params, infer Query, infer Body>
    ? CallParts<z.infer<Params>, z.infer<Query>, z.infer<Body>>
    : never

/** @throws Refusal invalid, naming the first field at fault */
export const parsedParts = <C extends Call>(
  call: C,
  { params, query }: Pick<Request, 'params' | 'query'>,
  body: unknown,
): CallPartsOf<C> =>
  ({
    params: parsed(call.params, params),
    query: parsed(call.query, query),
    body: parsed(call.body, body),
  }) as CallPartsOf<C>

/** People read the fault of a field, so it is Spanish; for a missing field it says what to do. */
export const faultsInSpanish = () =>
  z.config({
    ...z.locales.es(),
    customError: ({ input }) => (input === undefined || input === null ? 'Completa este campo.' : undefined),
  })

/** @throws Refusal invalid, naming the first field at fault */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new Refusal('invalid', issue?.message ?? REFUSALS.invalid.detail, field === '' ? {} : { field })
}

const JSON_IN_UTF = /^application\/json\s*(?:;(?!.*charset\s*=(?!\s*"?utf-)).*)?$/i

/** JSON in UTF only: forms of other sites cannot send this type. The security log reads the parsed body. */
export function requestBodyOf(call: Call, request: Request): unknown {
  if (bodyTypeOf(call) !== 'json') return {}
  if (!JSON_IN_UTF.test(request.headers['content-type'] ?? '') || request.body === undefined)
    throw new Refusal('unsupported-media')
  if (typeof request.body === 'string') request.body = jsonIn(request.body)
  return request.body as unknown
}

/** An object or an array; an empty text is an object without fields. @throws Refusal malformed */
export function jsonIn(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '') || '{}')
  } catch {
    throw new Refusal('malformed')
  }
  if (typeof value === 'object' && value !== null) return value
  throw new Refusal('malformed')
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

const POSITION = /^\d{1,20}$/

/** Ignores a text that is no position: a header invented by a proxy must not cost two seconds. */
export const positionInHeader = (header: string | string[] | undefined): Position | undefined =>
  typeof header === 'string' && POSITION.test(header) ? positionOf(header) : undefined

/** Answers `Stale` where the rows of read models still lack something up to a position. */
export async function waitUpTo(
  { waitFor }: Pick<Ctx, 'waitFor'>,
  response: ServerResponse,
  reads: readonly ReadModel[],
  position: Position | undefined,
): Promise<void> {
  if (position !== undefined && !(await waitFor(reads, position))) response.setHeader('Stale', 'true')
}

export const waitUpToNow = async (
  deps: Pick<Ctx, 'waitFor' | 'store'>,
  response: ServerResponse,
  reads: readonly ReadModel[],
): Promise<void> => waitUpTo(deps, response, reads, await deps.store.log.headPosition())

/** Id of what a call makes: the same in each try under one key, random without a key. */
export type IdOf = (name: string) => string

export interface KeyedIds {
  /** @param scope method, path and caller: each caller has keys of their own */
  of(scope: string, key: string | undefined): IdOf
}

/** @param secret keeps others from computing the ids, for activation codes are drawn from them */
export const createKeyedIds = (secret: Buffer, newId: () => string): KeyedIds => ({
  of: (scope, key) => (name) => {
    if (key === undefined) return newId()
    const texts = JSON.stringify([scope, key, name])
    return derivedId(createHmac('sha256', secret).update(texts).digest('hex'))
  },
})

const FIELD = 'Idempotency-Key'

const KEY = new RegExp(`^[^\\u0000-\\u001f\\u007f-\\u009f]{1,${LIMITS.idempotencyKeyCharsMax}}$`)

const uuid = z.uuid()

const wrong = (detail: string): Refusal => new Refusal('invalid', detail, { field: FIELD })

/** @throws Refusal invalid */
function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  const sent = headers['idempotency-key']
  if (sent === undefined) return undefined
  const key = String(sent)
  if (KEY.test(key)) return key
  throw wrong(
    `La clave de idempotencia debe tener entre 1 y ${LIMITS.idempotencyKeyCharsMax} caracteres, sin caracteres de control.`,
  )
}

/** Ids of what a call makes derive from its key, its path and its caller. */
export function idsOf(
  { keyedIds }: Pick<Ctx, 'keyedIds'>,
  { method, path, idempotent }: Call,
  request: Request,
  {
    params,
    accountId = 'everyone',
  }: Pick<CallParts<unknown, unknown, unknown>, 'params'> & { readonly accountId: string | undefined },
): IdOf {
  // With what it was parsed to: one call has many spellings of its path.
  const parsed = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  // Without an account the key alone counts: a phone that tries again may have another address by then.
  const key = idempotent === 'by-effect' ? idempotencyKeyOf(request) : undefined
  return keyedIds.of(`${method} ${parsed} ${accountId}`, key)
}

/** The key if it is a UUID, else an id derived from it. @throws Refusal invalid when key and body name different ids */
export function eventIdOf(
  request: IncomingMessage,
  profileId: string,
  eventId: string | undefined,
): string | undefined {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return eventId
  const id = uuid.safeParse(key).success ? key.toLowerCase() : derivedId(`${profileId} ${key}`)
  if (eventId !== undefined && eventId.toLowerCase() !== id)
    throw wrong('La clave de idempotencia y event_id nombran dos eventos distintos. Envía uno de los dos.')
  return id
}
