import { wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import type { JsonObject, NewEvent } from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { KnownConsent } from '@app/contracts/privacy/consents.ts'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import type { Network, Source } from '@app/contracts/traffic/kinds.ts'
import { createRandom, intBelow, oneOf, uuidOf, type Random } from './random.ts'

export interface TrafficOptions {
  readonly seed: number
  readonly events: number
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
  /** Ids, the most visited first (Zipf). */
  readonly profiles: readonly string[]
  readonly identifiedPart?: number
  readonly networks?: readonly Network[]
}

export interface GeneratedEvent {
  readonly stream: string
  readonly event: NewEvent
}

const HOUR_MS = 3_600_000
export const HOUR_WEIGHTS = [
  2, 1, 0.5, 0.5, 0.5, 1, 3, 8, 17, 27, 33, 38, 44, 46, 40, 36, 35, 33, 28, 20, 14, 11, 8, 4,
]
const WEEKDAYS = [1, 1.12, 1.15, 1.12, 0.98, 0.42, 0.28]
/** The last day has 40% more traffic than the first. */
const GROWTH = 0.4

/** Yields the requested number, ordered within each hour. The same options give the same events. */
export function* traffic(options: TrafficOptions): Generator<GeneratedEvent> {
  const { seed, events, fromMs, toMs } = options
  const random = createRandom(seed, JSON.stringify(options))
  const visit = createVisits(random, options)
  const hours: { atMs: number; soFar: number }[] = []
  let total = 0
  for (let atMs = fromMs; atMs <= toMs; atMs += HOUR_MS) {
    const { day, hour } = wallHourInSantiago(atMs)
    const growth = 1 + (GROWTH * (atMs - fromMs)) / (toMs - fromMs + 1)
    total += HOUR_WEIGHTS[hour]! * WEEKDAYS[weekdayOf(day)]! * growth * (0.7 + 0.6 * random())
    hours.push({ atMs, soFar: total })
  }
  let made = 0
  for (const { atMs, soFar } of hours) {
    const fresh: GeneratedEvent[] = []
    const wanted = Math.round((soFar / total) * events) - made
    while (fresh.length < wanted) {
      const ofVisit = visit(atMs + intBelow(random, Math.min(HOUR_MS, toMs - atMs + 1)))
      fresh.push(...ofVisit.filter((one) => atOf(one) <= toMs).slice(0, wanted - fresh.length))
    }
    made += fresh.length
    yield* fresh.sort((a, b) => atOf(a) - atOf(b))
  }
}

const atOf = ({ event }: GeneratedEvent): number => Date.parse(event.meta.occurredAt)

/** Fixed, because the events of the same options must not change. */
const CONSENT: KnownConsent = 'identify-2026-11'
const STEP_MS = { least: 1_500, more: 26_500 }
/** Limits memory; a forgotten visitor does not return. */
const VISITORS_MAX = { ofAll: 60_000, ofProfile: 500 }

const KINDS = ['robot', 'robot', 'robot', 'preview', 'preview'] as const
const OTHERS_PART = 0.05
const NETWORKS: readonly Network[] = [
  ...(['whatsapp', 'whatsapp', 'whatsapp', 'whatsapp', 'linkedin', 'linkedin'] as const),
  ...(['email', 'website', 'instagram', 'custom', 'facebook'] as const),
]
const CLICKS = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2]
const SOURCES: readonly Source[] = ['nfc', 'nfc', 'nfc', 'nfc', 'qr', 'qr', 'link', 'link', 'link']
const REFERRERS = [{}, { referrer: 'www.linkedin.com' }, { referrer: 'l.instagram.com' }]
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0'
const BROWSERS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`,
]
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const FIRST = ['Catalina', 'Matías', 'Fernanda', 'Benjamín', 'Javiera', 'Sebastián', 'Constanza', 'Ignacio']
const LAST = ['Fuentes', 'Sepúlveda', 'Olivares', 'Muñoz', 'Riquelme', 'Contreras', 'Ñancupil', 'Araya']
const TEXTS = [
  'Nos conocimos en la feria de Temuco y quedé de escribirte.',
  'Busco una cotización para mi equipo en Antofagasta.',
  'Quiero agendar una reunión la próxima semana.',
]

/** No Chilean mobile number begins with zero, so these numbers reach nobody. */
function personOf(random: Random) {
  const digits = String(intBelow(random, 1_000_000)).padStart(6, '0')
  return {
    fullName: `${oneOf(random, FIRST)} ${oneOf(random, LAST)} ${oneOf(random, LAST)}`,
    phone: `+56 9 00${digits.slice(0, 2)} ${digits.slice(2)}`,
    description: `${oneOf(random, TEXTS)} (Ejemplo inventado)`,
  }
}

interface Visitor {
  readonly id: string
  readonly userAgent: string
  name?: string
}

function createVisitors(random: Random, profiles: number) {
  const most = Math.min(VISITORS_MAX.ofProfile, Math.ceil(VISITORS_MAX.ofAll / profiles))
  const visitors = new Map<string, Visitor[]>()
  return (profileId: string): Visitor => {
    const theirs = visitors.get(profileId) ?? []
    if (theirs.length > 0 && random() < 0.5) return oneOf(random, theirs)
    const visitor = { id: uuidOf(random), userAgent: oneOf(random, BROWSERS) }
    visitors.set(profileId, theirs)
    theirs[theirs.length < most ? theirs.length : intBelow(random, most)] = visitor
    return visitor
  }
}

function createVisits(random: Random, { profiles, networks, identifiedPart = 0.01 }: TrafficOptions) {
  const shown = networks === undefined ? NETWORKS : NETWORKS.filter((network) => networks.includes(network))
  const visitorOf = createVisitors(random, profiles.length)

  function* eventsOf(profileId: string, visitId: string, visitor: Visitor): Generator<DomainEvent> {
    const source = oneOf(random, SOURCES)
    const referrer = source === 'link' ? oneOf(random, REFERRERS) : {}
    const sender = { source, ...referrer, userAgent: visitor.userAgent, language: 'es-CL,es;q=0.9' }
    const facts = { profileId, visitorId: visitor.id, visitId, ...sender, request: 'get' as const }
    yield { type: 'ProfileTapped', data: facts }
    if (visitor.userAgent === ROBOT) return
    if (visitor.name === undefined && random() < identifiedPart) {
      const person = personOf(random)
      visitor.name = person.fullName
      yield { type: 'VisitorIdentified', data: { ...facts, ...person, consent: CONSENT } }
    }
    const data = visitor.name === undefined ? facts : { ...facts, visitorName: visitor.name }
    for (let clicks = oneOf(random, CLICKS) + (visitor.name ? 1 : 0); clicks > 0; clicks -= 1)
      yield { type: 'LinkClicked', data: { ...data, network: oneOf(random, shown) } }
    if (random() < (visitor.name ? 0.45 : 0.1)) yield { type: 'ContactDownloaded', data }
  }

  return (beginMs: number): readonly GeneratedEvent[] => {
    const profileId = profiles[Math.floor((profiles.length + 1) ** random()) - 1]!
    const kind = random() < OTHERS_PART ? oneOf(random, KINDS) : 'person'
    const visitId = uuidOf(random)
    const visitor = kind === 'person' ? visitorOf(profileId) : { id: uuidOf(random), userAgent: ROBOT }
    const preview = { profileId, app: 'whatsapp', userAgent: 'WhatsApp/2.24.1.78 A', request: 'get' } as const
    const events: Iterable<DomainEvent> =
      kind === 'preview' ? [{ type: 'PagePreviewed', data: preview }] : eventsOf(profileId, visitId, visitor)
    const actor =
      kind === 'preview'
        ? ({ kind: 'system', id: 'preview' } as const)
        : ({ kind: 'visitor', id: visitor.id } as const)
    let atMs = beginMs
    return Array.from(events, ({ type, data }) => {
      const isTap = type === 'ProfileTapped'
      const id = isTap ? visitId : uuidOf(random)
      const occurredAt = new Date(atMs).toISOString()
      const meta = { actor, occurredAt, correlationId: visitId, causationId: null }
      const event = { id, type, version: definitionOf(type).version, data: data as JsonObject, meta }
      atMs += STEP_MS.least + intBelow(random, STEP_MS.more)
      return { stream: isTap ? visitStream(id) : interactionStream(id), event }
    })
  }
}
