import type { JsonObject, NewEvent } from '@app/contracts/event-store.ts'
import { interactionStream } from '@app/contracts/events/interaction.ts'
import { visitStream } from '@app/contracts/events/visit.ts'
import { NETWORKS, SOURCES } from '@app/contracts/traffic.ts'
import { USER_AGENTS } from './phone.ts'
import { createRandom, type Random } from '@app/ops/sample/random.ts'
import { createZipf, pick, uuidOf } from './random.ts'

/** What the events of a visit share. */
interface VisitData extends JsonObject {
  readonly profileId: string
  readonly visitorId: string
  readonly visitId: string
}

/** An event on its way to a stream of its own, as taps and clicks are. */
export interface ToldEvent {
  readonly stream: string
  readonly event: NewEvent & { readonly data: VisitData }
}

export interface StoryOptions {
  readonly seed: number
  readonly events: number
  readonly profiles: number
  /** Over how many days the story goes. */
  readonly days: number
}

const DAY_MS = 86_400_000
const BEGIN_MS = Date.parse('2026-09-01T12:00:00.000Z')
const RETURNING_PART = 0.3
const ROBOT_PART = 0.02
const LATE_PART = 0.005
const LATE_MS_MAX = 3_600_000
const CLICKS_A_VISIT_MAX = 3
const DOWNLOAD_PART = 0.1
const VISITORS_REMEMBERED_MAX = 200
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

interface Visit extends VisitData {
  readonly source: (typeof SOURCES)[number]
  readonly userAgent: string
}

/**
 * Traffic as it comes: few profiles have most visits, some visitors return, most tap and leave, some click and some
 * save the contact, a few are robots, and a few events arrive late. The same for the same seed.
 */
export function trafficStory({ seed, events, profiles, days }: StoryOptions): readonly ToldEvent[] {
  const random = createRandom(seed)
  const nextVisit = createVisits(random, profiles)
  const stepMs = (days * DAY_MS) / events
  const told: ToldEvent[] = []
  while (told.length < events) {
    const visit = nextVisit()
    const clicks = Math.floor(random() * random() * (CLICKS_A_VISIT_MAX + 1))
    const kinds = ['tap', ...Array.from({ length: clicks }, () => 'click')]
    if (random() < DOWNLOAD_PART) kinds.push('download')
    for (const kind of kinds) {
      const lateMs = random() < LATE_PART ? random() * LATE_MS_MAX : 0
      const at = new Date(Math.round(BEGIN_MS + told.length * stepMs - lateMs)).toISOString()
      told.push(eventOf(random, kind as Kind, visit, at))
    }
  }
  return told.slice(0, events)
}

function createVisits(random: Random, profiles: number): () => Visit {
  const ids = Array.from({ length: profiles }, () => uuidOf(random))
  const visitors = ids.map((): string[] => [])
  const place = createZipf(random, profiles)
  return () => {
    const profile = place()
    const known = visitors[profile]!
    const visitorId = known.length > 0 && random() < RETURNING_PART ? pick(random, known) : uuidOf(random)
    if (known.length < VISITORS_REMEMBERED_MAX) known.push(visitorId)
    return {
      profileId: ids[profile]!,
      visitorId,
      visitId: uuidOf(random),
      source: pick(random, SOURCES),
      userAgent: random() < ROBOT_PART ? ROBOT : pick(random, USER_AGENTS),
    }
  }
}

type Kind = 'tap' | 'click' | 'download'

function eventOf(random: Random, kind: Kind, visit: Visit, at: string): ToldEvent {
  const { visitId, visitorId } = visit
  const actor = { kind: 'visitor', id: visitorId } as const
  const meta = { actor, occurredAt: at, correlationId: visitId, causationId: null }
  const data = { ...visit, language: 'es-CL,es;q=0.9', request: 'get' }
  if (kind === 'tap') {
    const event = { id: visitId, type: 'ProfileTapped', version: 2, data, meta }
    return { stream: visitStream(visitId), event }
  }
  const id = uuidOf(random)
  const what =
    kind === 'download'
      ? { type: 'ContactDownloaded', data }
      : { type: 'LinkClicked', data: { ...data, network: pick(random, NETWORKS) } }
  return { stream: interactionStream(id), event: { id, version: 1, meta, ...what } }
}
