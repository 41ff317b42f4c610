import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Log } from '@app/observability/log.ts'
import { sendFailure } from './errors.ts'
import { runLimited, type LimitDeps } from './limits/limited-call.ts'
import { parsedParts, type CallPartsOf } from './parse-call.ts'
import type { AnswerOf } from './route.ts'
import { NOT_KEPT, setHeaders, type Headers } from './security-headers.ts'
import { sendJson } from './send.ts'
import type { AccessControl } from './access/access-control.ts'

export type DirectCallContext<C> = CallPartsOf<C> & { readonly request: IncomingMessage }

export interface DirectCall<C extends Call> extends LimitDeps {
  readonly call: C
  readonly answer: (context: DirectCallContext<C>) => Promise<AnswerOf<C>>
  readonly accessControl: AccessControl
  readonly headers: Headers
  readonly log: Log
}

const PLAIN_JSON = /^application\/json(?:; ?charset=utf-8)?$/i

/** Express takes longer than a whole track call with its durable append, and this call is the most frequent. */
export function serveDirectly<C extends Call<z.ZodType, z.ZodObject, z.ZodType, z.ZodType>>(
  direct: DirectCall<C>,
  otherwise: RequestListener,
): RequestListener {
  const { method, access, path } = direct.call
  const addresses = addressesOf(direct.call).map((address) => address.split(/[{}]/))
  if (method !== 'post' || access !== 'optional' || addresses.some(([, , after]) => after !== ''))
    throw new Error(`${path} cannot be served directly`)
  return (request, response) => {
    const { url = '' } = request
    const [before = '', name = ''] = addresses.find(([start = '']) => url.startsWith(start)) ?? []
    const value = url.slice(before.length)
    // One plain segment: no further path, no query, nothing encoded.
    if (!/^[\w-]+$/.test(value) || !isPlainJson(request)) return otherwise(request, response)
    setHeaders(response, direct.headers)
    response.setHeader(...NOT_KEPT)
    answerOf(direct, request, response, { [name]: value }).then(
      (answer) => sendJson(response, 200, answer),
      (error: unknown) => {
        if (error === GONE) response.destroy()
        else sendFailure(direct.log, response, error, path)
      },
    )
  }
}

function isPlainJson({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || !PLAIN_JSON.test(headers['content-type'] ?? '')) return false
  const bytes = Number(headers['content-length'])
  const isOfKnownLength = bytes > 0 && bytes <= LIMITS.bodyBytesMax
  return isOfKnownLength && headers['content-encoding'] === undefined && headers.expect === undefined
}

async function answerOf<C extends Call>(
  direct: DirectCall<C>,
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { call, accessControl } = direct
  const body = jsonOf(await bodyOf(request))
  const { headers } = request
  const parts = parsedParts(call, accessControl, { params, query: {}, headers }, body)
  return runLimited(direct, call, parts, response, async () =>
    call.answer.parse(await direct.answer({ ...parts, request })),
  )
}

const GONE = new Error('the request was cut off')

/** Not longer than Content-Length: the HTTP parser ensures that. */
function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.on('error', () => reject(GONE))
  })
}

const decoder = new TextDecoder()

/** @throws Refusal malformed unless it is an object or an array, as with Express's parser */
function jsonOf(body: Buffer): unknown {
  try {
    const given: unknown = JSON.parse(decoder.decode(body))
    if (typeof given === 'object' && given !== null) return given
  } catch {
    // thrown below
  }
  throw new Refusal('malformed')
}
