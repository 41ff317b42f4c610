import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { postTrack, interactionStream } from '@app/contracts/taps.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { record } from '../kernel/commands.ts'
import { sendFailure } from '../platform/http/errors.ts'
import { runCounted } from '../platform/http/limits.ts'
import { jsonIn, parsed } from '../platform/http/parse-call.ts'
import { NOT_KEPT, setHeaders, type Headers } from '../platform/http/send.ts'
import { interaction } from './interaction.ts'
import { nameIn, trackedEvent } from './public-routes.ts'
import { occurredAtOf } from './traffic-commands.ts'
import { referrerHost, requestFactsOf } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

const ADDRESS = /^\/api\/public\/(?:track|note)\/([\w-]{1,200})$/
const PLAIN_JSON = /^application\/json(?:; ?charset=utf-8)?$/i
const OF_A_CALLER = ['authorization', 'idempotency-key', 'dnt', 'sec-gpc', 'visitor-objects']
const NOT_PLAIN = ['content-encoding', 'expect', 'range', 'purpose', 'sec-purpose', 'x-purpose', 'x-moz']
const BY_EXPRESS = [...OF_A_CALLER, ...NOT_PLAIN]

/** Clicks without a name come past Express: they are most calls, and Express takes longer than the append. */
export function clickLane(deps: Ctx, headers: Headers, otherwise: RequestListener): RequestListener {
  const json = ['Content-Type', 'application/json; charset=utf-8'] as const
  const onSuccess = [...headers, NOT_KEPT, json, ['Vary', 'Accept-Encoding'] as const].flat()

  async function take(request: IncomingMessage, response: ServerResponse, profileId: string, bytes: Buffer) {
    try {
      const input = jsonIn(bytes.toString())
      const body = parsed(postTrack.body, input)
      const { visitor_id: visitorId } = body
      // Express's parser leaves a body that was read as it is.
      if (visitorId === undefined || nameIn(body.visitor_name) !== '')
        return otherwise(Object.assign(request, { body: input }), response)
      const isDated = body.occurred_at !== undefined || body.age_ms !== undefined
      const caller = { address: deps.addressOf(request), profile: profileId, appends: true, isDated }
      const eventId = await runCounted(deps.limits.take('traffic', caller), () =>
        recordClick(deps, request, profileId, body, visitorId.toLowerCase()),
      )
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

/** @returns the id of the durable event */
async function recordClick(
  deps: Ctx,
  request: IncomingMessage,
  profileId: string,
  body: Parameters<typeof trackedEvent>[0],
  visitorId: string,
): Promise<string> {
  const { profile } = await deps.profiles.byId(profileId)
  const eventId = (body.event_id ?? deps.newId()).toLowerCase()
  const visitId = body.visit_id?.toLowerCase()
  const event = trackedEvent(body, {
    profileId: profile.id,
    visitorId,
    visitId,
    source: body.source,
    referrer: referrerHost(body.referrer, deps.ownHost),
    ...requestFactsOf(request),
  })
  await record(deps.store, interaction, {
    stream: interactionStream(eventId),
    command: { type: 'RecordInteraction', event },
    eventId,
    cause: {
      actor: { kind: 'visitor', id: visitorId },
      occurredAt: occurredAtOf({ occurredAt: body.occurred_at, ageMs: body.age_ms }, deps.now()),
      correlationId: visitId ?? eventId,
    },
    timeoutMs: LIMITS.trackWaitMsMax,
  })
  return eventId
}
