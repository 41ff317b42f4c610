import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { postTrack, interactionStream } from '@app/contracts/taps.ts'
import { isStoreError } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { writtenToday } from '../kernel/codec.ts'
import { envelop } from '../kernel/commands.ts'
import { sendFailure } from '../platform/http/errors.ts'
import { parsed } from '../platform/http/parse-call.ts'
import { NOT_KEPT, setHeaders, type Headers } from '../platform/http/send.ts'
import { nameIn, trackedEvent } from './public-routes.ts'
import { occurredAtOf } from './traffic-commands.ts'
import { referrerHost, requestFactsOf } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

const ADDRESS = /^\/api\/public\/(?:track|note)\/([\w-]{1,200})$/
const PLAIN_JSON = /^application\/json(?:; ?charset=utf-8)?$/i
const OF_A_CALLER = ['authorization', 'idempotency-key', 'dnt', 'sec-gpc', 'visitor-objects']
const NOT_PLAIN = ['content-encoding', 'expect', 'range', 'purpose', 'sec-purpose', 'x-purpose', 'x-moz']
const BY_EXPRESS = [...OF_A_CALLER, ...NOT_PLAIN]

/** Clicks without a name, from socket to log in one function: they are most calls, and Express outlasts the append. */
export function clickLane(deps: Ctx, headers: Headers, otherwise: RequestListener): RequestListener {
  const json = ['Content-Type', 'application/json; charset=utf-8'] as const
  const onSuccess = [...headers, NOT_KEPT, json, ['Vary', 'Accept-Encoding'] as const].flat()

  async function take(request: IncomingMessage, response: ServerResponse, profileId: string, bytes: Buffer) {
    try {
      const body = jsonIn(bytes)
      const eventId = await record(deps, request, profileId, body)
      // Express's parser leaves a body that was read as it is.
      if (eventId === undefined) return otherwise(Object.assign(request, { body }), response)
      const text = `{"recorded":true,"event_id":"${eventId}"}`
      response.writeHead(200, [...onSuccess, 'Content-Length', String(text.length)]).end(text)
    } catch (error) {
      setHeaders(response, headers)
      sendFailure(deps.log, response, error, postTrack.path)
    }
  }

  return (request, response) => {
    const profileId = clickedProfile(request)
    if (profileId === undefined) return otherwise(request, response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => response.destroy())
    request.on('end', () => {
      void take(request, response, profileId, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
  }
}

function clickedProfile({ method, headers, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'POST' || !PLAIN_JSON.test(headers['content-type'] ?? '')) return undefined
  const bytes = Number(headers['content-length'])
  if (!(bytes > 0 && bytes <= LIMITS.bodyBytesMax)) return undefined
  return BY_EXPRESS.some((name) => headers[name] !== undefined) ? undefined : ADDRESS.exec(url)?.[1]
}

/** An object or an array, as with Express's parser, without a byte order mark. @throws Refusal malformed */
function jsonIn(bytes: Buffer): object {
  let value: unknown
  try {
    value = JSON.parse(bytes.toString().replace(/^\uFEFF/, ''))
  } catch {
    throw new Refusal('malformed')
  }
  if (typeof value === 'object' && value !== null) return value
  throw new Refusal('malformed')
}

/** @returns the id of the durable event; undefined where Express decides */
async function record(
  deps: Ctx,
  request: IncomingMessage,
  profileId: string,
  input: object,
): Promise<string | undefined> {
  const body = parsed(postTrack.body, input)
  if (body.visitor_id === undefined || nameIn(body.visitor_name) !== '') return undefined
  const isDated = body.occurred_at !== undefined || body.age_ms !== undefined
  const call = { address: deps.addressOf(request), profile: profileId, appends: true, isDated }
  const settle = await deps.limits.take('traffic', call)
  try {
    const { profile } = await deps.profiles.byId(profileId)
    const eventId = (body.event_id ?? deps.newId()).toLowerCase()
    const visitorId = body.visitor_id.toLowerCase()
    const visitId = body.visit_id?.toLowerCase()
    const common = {
      profileId: profile.id,
      visitorId,
      visitId,
      source: body.source,
      referrer: referrerHost(body.referrer, deps.ownHost),
      ...requestFactsOf(request),
    }
    const event = envelop(trackedEvent(body, common), eventId, {
      actor: { kind: 'visitor', id: visitorId },
      occurredAt: occurredAtOf({ occurredAt: body.occurred_at, ageMs: body.age_ms }, deps.now()),
      correlationId: visitId ?? eventId,
    })
    deps.store.refuseWithoutSpace()
    // Without a name nothing of it is personal.
    writtenToday(event)
    const options = { timeoutMs: LIMITS.trackWaitMsMax }
    const { replayed } = await deps.store.log.append(interactionStream(eventId), 'noStream', [event], options)
    await settle()
    return replayed ? undefined : eventId
  } catch (error) {
    await settle(error)
    if (isStoreError(error, 'Conflict')) return undefined
    throw error
  }
}
