import type { IncomingMessage } from 'node:http'
import type { EventFields } from '@app/contracts/api/call-parts.ts'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { record } from '../kernel/commands.ts'
import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import { actorOfViewer } from '../platform/http/access/viewer.ts'
import { interaction, type Interaction } from './interaction.ts'
import { referrerHost, requestFactsOf, visitorOf } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

export interface TrafficCall {
  readonly request: IncomingMessage
  readonly record: ProfileRecord
  readonly eventId: string | undefined
  readonly input: Omit<EventFields, 'event_id'>
}

type Common = Omit<Extract<Interaction, { type: 'ContactDownloaded' }>['data'], 'visitorName'>

/** Reads the request at once, because its connection may be closed by the time of the attempt. */
export function prepareInteraction(
  deps: Ctx,
  { request, record: { profile, ownerId }, eventId: wantedId, input }: TrafficCall,
  eventOf: (common: Common, eventId: string) => Interaction,
) {
  const { userAgent, language, purpose, request: kind } = requestFactsOf(request)
  // Prefetches and HEAD requests get a fresh id, so the later real request can use the page's id.
  const isReal = kind === 'get' && purpose === undefined
  const visitId = isReal ? input.visit_id?.toLowerCase() : undefined
  const eventId = (isReal ? wantedId?.toLowerCase() : undefined) ?? deps.newId()
  const { source, visitor_id: visitorInput } = input
  const referrer = referrerHost(input.referrer, deps.ownHost)
  const occurredAt = occurredAtOf(input, deps.now())
  const from = { address: deps.addressOf(request), eventId, profileId: profile.id, input: visitorInput }

  const attempt = async (): Promise<void> => {
    const visitorId = await visitorOf(request, from, deps.keyOfToday)
    const viewing = deps.accessControl.viewerOf(request.headers.authorization)
    const actor = actorOfViewer(await viewing, ownerId, visitorId)
    // One literal, because a spread takes ten times as long.
    const common = {
      profileId: profile.id,
      visitorId,
      visitId,
      source,
      referrer,
      userAgent,
      language,
      purpose,
      request: kind,
    }
    const event = eventOf(common, eventId)
    await record(deps.store, interaction, {
      stream: event.type === 'ProfileTapped' ? visitStream(event.data.visitId) : interactionStream(eventId),
      command: event,
      newId: () => eventId,
      cause: { actor, occurredAt, correlationId: visitId ?? eventId },
      timeoutMs: LIMITS.trackWaitMsMax,
    })
  }
  return { eventId, attempt }
}

/** Durable before the answer; without one in time, the client sends it again. @param isTimed it is an append alone */
export async function durable({ attempt, eventId }: ReturnType<typeof prepareInteraction>, isTimed = false) {
  const late = () => Promise.reject(new Refusal('unavailable'))
  await (isTimed ? attempt() : withTimeout(attempt(), LIMITS.trackWaitMsMax, late))
  return { recorded: true as const, event_id: eventId }
}

const DAY_MS = 86_400_000

/** A phone's clock may be days off: an age is measured by one clock. An instant ahead is now. @throws Refusal */
export function occurredAtOf({ occurred_at: at, age_ms: ageMs }: TrafficCall['input'], now: Date): string {
  const nowMs = now.getTime()
  const datedMs = at === undefined ? nowMs : Date.parse(at)
  const happenedMs = ageMs === undefined ? datedMs : nowMs - ageMs
  if (nowMs - happenedMs > LIMITS.occurredDaysBackMax * DAY_MS)
    throw new Refusal('invalid', `occurred_at: puede ser de hasta ${LIMITS.occurredDaysBackMax} días atrás.`)
  return new Date(Math.min(happenedMs, nowMs)).toISOString()
}
