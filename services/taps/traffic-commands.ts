import type { IncomingMessage } from 'node:http'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import { interaction, type RecordInteraction, visit } from './interaction.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { visitorIdOfEvent } from '../kernel/keys/keyed-ids.ts'
import { record } from '../kernel/commands.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { actorOfViewer, type Viewer } from '../platform/http/access/access-control.ts'
import {
  objectsToCounting,
  referrerHost,
  requestFactsOf,
  visitorIdOf,
  type SaidOfEvent,
} from './visitor-request.ts'
import type { Ctx } from '../platform/ctx.ts'

export interface Seen {
  readonly request: IncomingMessage
  /** Queried only when the fact is recorded: no answer waits for the account. */
  readonly viewer: () => Promise<Viewer | undefined>
  readonly record: ProfileRecord
  readonly said: SaidOfEvent
}

export interface PreparedFact {
  readonly eventId: string
  readonly attempt: () => Promise<void>
}

type InteractionEvent = RecordInteraction['event']
export type InteractionOf = (common: {
  profileId: string
  visitorId: string
  userAgent: string
  request: 'get' | 'head' | 'part'
}) => InteractionEvent

function fixed(deps: Ctx, { request, viewer: askViewer, record, said: asked }: Seen) {
  const facts = requestFactsOf(request)
  // Prefetches and HEAD requests get a fresh id, so the later real request can use the page's id.
  const said = facts.request === 'get' && facts.purpose === undefined ? asked : withoutIds(asked)
  const eventId = (said.eventId ?? said.visitId ?? deps.newId()).toLowerCase()
  const referrer = referrerHost(said.referrer, deps.ownHost)
  const occurredAt = occurredAtOf(said, deps.now())
  // Now, because the connection may be closed by the time of the attempt.
  const address = deps.addressOf(request)
  // By the attempt, because the key of the day may be out of reach; then it stays.
  let visitorId: Promise<string> | undefined
  const visitorOf = async (): Promise<string> => {
    if (!objectsToCounting(request))
      return visitorIdOf(request, said.visitorId, record.profile.id, {
        keyOfToday: deps.keyOfToday,
        addressOf: () => address,
      })
    // A form sent on purpose by somebody who objects: an id of this act alone, where the browser gave none.
    return said.visitorId?.toLowerCase() ?? visitorIdOfEvent(await deps.keyOfToday(), eventId)
  }
  const visitor = async (): Promise<string> => {
    visitorId ??= visitorOf()
    return visitorId.catch((error: unknown) => {
      visitorId = undefined
      throw error
    })
  }
  // Once: tried again, the fact has the same actor.
  let viewer: ReturnType<typeof askViewer> | undefined
  const causeOf = async (id: string) => ({
    actor: actorOfViewer(await (viewer ??= askViewer()), record.ownerId, id),
    occurredAt,
    correlationId: said.visitId?.toLowerCase() ?? eventId,
  })
  return {
    eventId,
    visitId: said.visitId?.toLowerCase(),
    visitor,
    causeOf,
    facts: { ...facts, ...(referrer === undefined ? {} : { referrer }) },
  }
}

const withoutIds = ({ eventId: _event, visitId: _visit, ...rest }: SaidOfEvent): SaidOfEvent => rest

export function prepareTap(deps: Ctx, seen: Seen): PreparedFact {
  const { eventId, visitId = eventId, visitor, causeOf, facts } = fixed(deps, seen)
  const profileId = seen.record.profile.id
  const { source = 'link', touch } = seen.said
  const shown = touch === undefined ? facts : { ...facts, touch }
  const attempt = async (): Promise<void> => {
    const visitorId = await visitor()
    const tap = { visitId, profileId, visitorId, source, ...shown }
    await record(deps.store, visit, {
      stream: visitStream(visitId),
      command: { type: 'RecordTap', tap },
      eventId,
      cause: await causeOf(visitorId),
    })
  }
  return { eventId, attempt }
}

export function prepareInteraction(
  deps: Ctx,
  seen: Seen,
  eventOf: InteractionOf,
  timeoutMs?: number,
): PreparedFact {
  // A visit's id names its tap; an interaction needs an id of its own.
  const { eventId, visitId, visitor, causeOf, facts } = fixed(deps, {
    ...seen,
    said: { ...seen.said, eventId: seen.said.eventId ?? deps.newId() },
  })
  const { source } = seen.said
  const attempt = async (): Promise<void> => {
    const visitorId = await visitor()
    const common = {
      profileId: seen.record.profile.id,
      visitorId,
      ...(visitId === undefined ? {} : { visitId }),
      ...(source === undefined ? {} : { source }),
      ...facts,
    }
    await record(deps.store, interaction, {
      stream: interactionStream(eventId),
      command: { type: 'RecordInteraction', event: eventOf(common) },
      eventId,
      cause: await causeOf(visitorId),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
  }
  return { eventId, attempt }
}

const DAY_MS = 86_400_000

/**
 * A phone's clock may be days off. An age is measured by one clock, so it is right by any; an instant ahead is now.
 * @throws Refusal invalid
 */
export function occurredAtOf({ occurredAt, ageMs }: SaidOfEvent, now: Date): string {
  const nowMs = now.getTime()
  const datedMs = occurredAt === undefined ? nowMs : Date.parse(occurredAt)
  const saidMs = ageMs === undefined ? datedMs : nowMs - ageMs
  if (nowMs - saidMs > LIMITS.occurredDaysBackMax * DAY_MS)
    throw new Refusal('invalid', `occurred_at: puede ser de hasta ${LIMITS.occurredDaysBackMax} días atrás.`)
  return new Date(Math.min(saidMs, nowMs)).toISOString()
}
