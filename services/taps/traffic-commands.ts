import type { IncomingMessage } from 'node:http'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import { interaction, type RecordInteraction, visit } from './interaction.ts'
import type { ProfileRecord } from '@app/projections/profiles/queries.ts'
import { visitorIdOfEvent } from '../kernel/keys/keyed-ids.ts'
import { record } from '../kernel/commands.ts'
import type { Source } from '@app/contracts/traffic/kinds.ts'
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

interface Common {
  profileId: string
  visitorId: string
  visitId?: string
  source?: Source
  userAgent: string
  request: 'get' | 'head' | 'part'
}
export type InteractionOf = (common: Common) => RecordInteraction['event']
type Cause = Parameters<typeof record>[2]['cause']

/** Reads the request at once, because its connection may be closed by the time of the attempt. */
function prepared(
  deps: Ctx,
  seen: Omit<Seen, 'said'>,
  { eventId, visitId, source, ...said }: SaidOfEvent & { readonly eventId: string },
  write: (common: Common, cause: Cause) => Promise<unknown>,
): PreparedFact {
  const {
    request,
    viewer,
    record: { profile, ownerId },
  } = seen
  const referrer = referrerHost(said.referrer, deps.ownHost)
  const occurredAt = occurredAtOf(said, deps.now())
  const address = deps.addressOf(request)
  const facts = requestFactsOf(request)
  const attempt = async (): Promise<void> => {
    const visitorId = await visitorOf(deps, request, {
      address,
      eventId,
      profileId: profile.id,
      said: said.visitorId,
    })
    const common = {
      profileId: profile.id,
      visitorId,
      ...(visitId !== undefined && { visitId }),
      ...(source !== undefined && { source }),
      ...facts,
      ...(referrer !== undefined && { referrer }),
    }
    const actor = actorOfViewer(await viewer(), ownerId, visitorId)
    await write(common, { actor, occurredAt, correlationId: visitId ?? eventId })
  }
  return { eventId, attempt }
}

async function visitorOf(
  { keyOfToday }: Pick<Ctx, 'keyOfToday'>,
  request: IncomingMessage,
  of: {
    readonly address: string
    readonly eventId: string
    readonly profileId: string
    readonly said: string | undefined
  },
): Promise<string> {
  const { address, eventId, profileId, said } = of
  // A form sent on purpose by somebody who objects: an id of this act alone, where the browser gave none.
  if (objectsToCounting(request)) return said?.toLowerCase() ?? visitorIdOfEvent(await keyOfToday(), eventId)
  return visitorIdOf(request, said, profileId, { keyOfToday, addressOf: () => address })
}

/** Prefetches and HEAD requests get a fresh id, so the later real request can use the page's id. */
function idsOf(
  request: IncomingMessage,
  { eventId, visitId }: SaidOfEvent,
): Pick<SaidOfEvent, 'eventId' | 'visitId'> {
  const facts = requestFactsOf(request)
  if (facts.request !== 'get' || facts.purpose !== undefined) return {}
  return { eventId: eventId?.toLowerCase(), visitId: visitId?.toLowerCase() }
}

export function prepareTap(deps: Ctx, seen: Seen): PreparedFact {
  const { said, request } = seen
  const ids = idsOf(request, said)
  const eventId = ids.eventId ?? ids.visitId ?? deps.newId()
  const { visitId = eventId } = ids
  const { source = 'link', touch } = said
  return prepared(deps, seen, { ...said, eventId, visitId, source }, (common, cause) =>
    record(deps.store, visit, {
      stream: visitStream(visitId),
      command: {
        type: 'RecordTap',
        tap: { ...common, visitId, source, ...(touch !== undefined && { touch }) },
      },
      eventId,
      cause,
      timeoutMs: LIMITS.trackWaitMsMax,
    }),
  )
}

/** A visit's id names its tap; an interaction needs an id of its own. */
export function prepareInteraction(deps: Ctx, seen: Seen, eventOf: InteractionOf): PreparedFact {
  const { eventId = deps.newId(), visitId } = idsOf(seen.request, seen.said)
  return prepared(deps, seen, { ...seen.said, eventId, visitId }, (common, cause) =>
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
