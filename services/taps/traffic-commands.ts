import type { IncomingMessage } from 'node:http'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import { interaction, type RecordInteraction, visit } from './interaction.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { record } from '../kernel/commands.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { actorOfViewer, type Viewer } from '../platform/http/access/viewer.ts'
import { referrerHost, requestFactsOf, visitorOf, type EventInput } from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

export interface TrafficCall {
  readonly request: IncomingMessage
  /** Queried only when the fact is recorded: no answer waits for the account. */
  readonly viewer: () => Promise<Viewer | undefined>
  readonly record: ProfileRecord
  readonly input: EventInput
}

type ClickData = Extract<RecordInteraction['event'], { type: 'LinkClicked' }>['data']
export type Common = Omit<ClickData, 'network' | 'visitorName'>
type Cause = Parameters<typeof record>[2]['cause']

/** Reads the request at once, because its connection may be closed by the time of the attempt. */
function prepared(
  deps: Ctx,
  trafficCall: Omit<TrafficCall, 'input'>,
  { eventId, visitId, source, ...input }: EventInput & { readonly eventId: string },
  write: (common: Common, cause: Cause) => Promise<unknown>,
) {
  const { request, viewer } = trafficCall
  const { profile, ownerId } = trafficCall.record
  const referrer = referrerHost(input.referrer, deps.ownHost)
  const occurredAt = occurredAtOf(input, deps.now())
  const address = deps.addressOf(request)
  const facts = requestFactsOf(request)
  const attempt = async (): Promise<void> => {
    const from = { address, eventId, profileId: profile.id, input: input.visitorId }
    const visitorId = await visitorOf(request, from, deps.keyOfToday)
    const common = { profileId: profile.id, visitorId, visitId, source, referrer, ...facts }
    const actor = actorOfViewer(await viewer(), ownerId, visitorId)
    await write(common, { actor, occurredAt, correlationId: visitId ?? eventId })
  }
  return { eventId, attempt }
}

/** Prefetches and HEAD requests get a fresh id, so the later real request can use the page's id. */
function idsOf({
  request: message,
  input: { eventId, visitId },
}: TrafficCall): Pick<EventInput, 'eventId' | 'visitId'> {
  const { request, purpose } = requestFactsOf(message)
  if (request !== 'get' || purpose !== undefined) return {}
  return { eventId: eventId?.toLowerCase(), visitId: visitId?.toLowerCase() }
}

export function prepareTap(deps: Ctx, trafficCall: TrafficCall) {
  const { input } = trafficCall
  const ids = idsOf(trafficCall)
  const eventId = ids.eventId ?? ids.visitId ?? deps.newId()
  const { visitId = eventId } = ids
  const { source = 'link', touch } = input
  return prepared(deps, trafficCall, { ...input, eventId, visitId, source }, (common, cause) =>
    record(deps.store, visit, {
      stream: visitStream(visitId),
      command: { type: 'RecordTap', tap: { touch, ...common, visitId, source } },
      eventId,
      cause,
      timeoutMs: LIMITS.trackWaitMsMax,
    }),
  )
}

/** A visit's id names its tap; an interaction needs an id of its own. */
export function prepareInteraction(
  deps: Ctx,
  trafficCall: TrafficCall,
  eventOf: (common: Common) => RecordInteraction['event'],
) {
  const { eventId = deps.newId(), visitId } = idsOf(trafficCall)
  return prepared(deps, trafficCall, { ...trafficCall.input, eventId, visitId }, (common, cause) =>
    record(deps.store, interaction, {
      stream: interactionStream(eventId),
      command: { type: 'RecordInteraction', event: eventOf(common) },
      eventId,
      cause,
      timeoutMs: LIMITS.trackWaitMsMax,
    }),
  )
}

const DAY_MS = 86_400_000

/** A phone's clock may be days off: an age is measured by one clock. An instant ahead is now. @throws Refusal */
export function occurredAtOf({ occurredAt, ageMs }: EventInput, now: Date): string {
  if (occurredAt === undefined && ageMs === undefined) return now.toISOString()
  const nowMs = now.getTime()
  const datedMs = occurredAt === undefined ? nowMs : Date.parse(occurredAt)
  const saidMs = ageMs === undefined ? datedMs : nowMs - ageMs
  if (nowMs - saidMs > LIMITS.occurredDaysBackMax * DAY_MS)
    throw new Refusal('invalid', `occurred_at: puede ser de hasta ${LIMITS.occurredDaysBackMax} días atrás.`)
  return new Date(Math.min(saidMs, nowMs)).toISOString()
}
