import { wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import type { Actor, NewEvent } from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import type { KnownConsent } from '@app/contracts/privacy/consents.ts'
import { NETWORKS, type Network, type Source } from '@app/contracts/traffic/kinds.ts'
import { createPick, createRandom, intBelow, oneOf, uuidOf, type Random } from './random.ts'

export interface TrafficOptions {
  readonly seed: number
  readonly events: number
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
  /** Ids, the most visited first (Zipf). */
  readonly profiles: readonly string[]
  /** Share of visits in which visitors identify themselves. */
  readonly identifiedPart?: number
  /** Networks that the pages show. */
  readonly networks?: readonly Network[]
}

export interface GeneratedEvent {
  readonly stream: string
  readonly event: NewEvent
}

const HOUR_MS = 3_600_000
/** Weights by hour in Santiago, and from Monday on. */
const HOUR_WEIGHTS = [
  2, 1, 0.5, 0.5, 0.5, 1, 3, 8, 17, 27, 33, 38, 44, 46, 40, 36, 35, 33, 28, 20, 14, 11, 8, 4,
]
const WEEKDAYS = [1, 1.12, 1.15, 1.12, 0.98, 0.42, 0.28]
/** The last day has 40% more traffic than the first. */
const GROWTH = 0.4

/** Yields the requested number in order, but for what visits have after their hour. Repeatable for the same options. */
export function* traffic(options: TrafficOptions): Generator<GeneratedEvent> {
  const { seed, events, fromMs, toMs } = options
  const random = createRandom(seed, JSON.stringify(options))
  const nextVisit = createVisits(random, options)
  const hours: { atMs: number; weights: number }[] = []
  let weights = 0
  for (let atMs = fromMs; atMs <= toMs; atMs += HOUR_MS) {
    const { day, hour } = wallHourInSantiago(atMs)
    const growth = 1 + (GROWTH * (atMs - fromMs)) / (toMs - fromMs + 1)
    weights += HOUR_WEIGHTS[hour]! * WEEKDAYS[weekdayOf(day)]! * growth * (0.7 + 0.6 * random())
    hours.push({ atMs, weights })
  }
  let left = events
  for (const { atMs, weights: soFar } of hours) {
    const leaves = events - Math.round((soFar / weights) * events)
    const fresh: GeneratedEvent[] = []
    while (left > leaves) {
      const visit = nextVisit(atMs + intBelow(random, Math.min(HOUR_MS, toMs - atMs + 1)))
      const made = visit.filter((one) => atOf(one) <= toMs).slice(0, left)
      fresh.push(...made)
      left -= made.length
    }
    yield* fresh.sort((a, b) => atOf(a) - atOf(b))
  }
}

const atOf = ({ event }: GeneratedEvent): number => Date.parse(event.meta.occurredAt)

/** Fixed, because the events of the same options must not change. */
const CONSENT: KnownConsent = 'identify-2026-11'
const [RETURNS, RELOADS] = [0.5, 0.05]
const DOWNLOADS = { named: 0.45, nfc: 0.14, qr: 0.08, link: 0.08 }
/** Between two events of a visit; a tap within REPEAT_TAP_MS is a repeat. */
const STEP_MS = { least: 1_500, more: 26_500 }
/** Limit memory; a forgotten visitor does not return. */
const VISITORS_MAX = { ofAll: 60_000, ofProfile: 500 }

const pickKind = createPick([
  ['person', 94],
  ['robot', 3],
  ['preview', 1.5],
  ['owner', 1.5],
])
const CLICKED = { whatsapp: 42, linkedin: 20, email: 13, website: 11, instagram: 8, custom: 4, facebook: 2 }
const CLICKS = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2]
const SOURCES: readonly Source[] = ['nfc', 'nfc', 'nfc', 'nfc', 'qr', 'qr', 'link', 'link', 'link']
const REFERRERS = [undefined, undefined, 'www.linkedin.com', 'www.google.com', 'l.instagram.com']
const LANGUAGES = ['es-CL,es;q=0.9', 'es-CL,es;q=0.9', 'en-US,en;q=0.9']
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const [CHROME, SAFARI] = ['AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0', 'Safari/537.36']
const PHONES = [
  `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`,
  `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile ${SAFARI}`,
]
const LINK_ONLY = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} ${SAFARI}`,
  `${IPHONE} Instagram 385.0`,
]
const ROBOTS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'python-requests/2',
  '',
]
const FIRST = ['Catalina', 'Matías', 'Fernanda', 'Benjamín', 'Javiera', 'Sebastián', 'Constanza', 'Ignacio']
const LAST = ['Fuentes', 'Sepúlveda', 'Olivares', 'Muñoz', 'Riquelme', 'Contreras', 'Ñancupil', 'Araya']
const TEXTS = [
  'Nos conocimos en la feria de Temuco y quedé de escribirte.',
  'Busco una cotización para mi equipo en Antofagasta.',
  'Quiero agendar una reunión la próxima semana.',
  'Un colega de Valdivia me recomendó hablar contigo.',
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
  readonly language: string
  name?: string
}

const PREVIEW = { app: 'whatsapp', userAgent: 'WhatsApp/2.24.1.78 A', request: 'get' } as const
const PREVIEWER: Actor = { kind: 'system', id: 'preview' }

type Type = 'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded' | 'VisitorIdentified' | 'PagePreviewed'
type TrafficEvent = Extract<DomainEvent, { type: Type }>

/** Visitors of each profile, some of whom return. */
function createVisitors(random: Random, profiles: number) {
  const most = Math.min(VISITORS_MAX.ofProfile, Math.ceil(VISITORS_MAX.ofAll / profiles))
  const visitors = new Map<string, Visitor[]>()
  const newVisitor = (userAgents: readonly string[]): Visitor => ({
    id: uuidOf(random),
    userAgent: oneOf(random, userAgents),
    language: oneOf(random, LANGUAGES),
  })
  return (profileId: string, kind: string): Visitor => {
    if (kind !== 'person') return newVisitor(kind === 'robot' ? ROBOTS : PHONES)
    const theirs = visitors.get(profileId) ?? []
    if (theirs.length > 0 && random() < RETURNS) return oneOf(random, theirs)
    const visitor = newVisitor(random() < 0.8 ? PHONES : LINK_ONLY)
    visitors.set(profileId, theirs)
    // A new one takes the place of any once there are enough.
    theirs[theirs.length < most ? theirs.length : intBelow(random, most)] = visitor
    return visitor
  }
}

function sentBy(random: Random, { userAgent, language }: Visitor) {
  const source = PHONES.includes(userAgent) ? oneOf(random, SOURCES) : 'link'
  const referrer = source === 'link' ? oneOf(random, REFERRERS) : undefined
  return { source, ...(referrer && { referrer }), userAgent, language, request: 'get' as const }
}

function createVisits(random: Random, options: TrafficOptions) {
  const { profiles, networks = NETWORKS, identifiedPart = 0.01 } = options
  const pickProfile = createPick(profiles.map((id, place) => [id, 1 / (place + 1)] as const))
  const pickNetwork = createPick(networks.map((network) => [network, CLICKED[network]] as const))
  const visitorOf = createVisitors(random, profiles.length)

  type Happenings = Generator<TrafficEvent>
  function* happeningsOf(profileId: string, kind: string, visitId: string, visitor: Visitor): Happenings {
    if (kind === 'preview') return yield { type: 'PagePreviewed', data: { profileId, ...PREVIEW } }
    const facts = { profileId, visitorId: visitor.id, visitId, ...sentBy(random, visitor) }
    yield { type: 'ProfileTapped', data: facts }
    if (random() < RELOADS) yield { type: 'ProfileTapped', data: { ...facts, visitId: uuidOf(random) } }
    if (kind === 'person' && visitor.name === undefined && random() < identifiedPart) {
      const person = personOf(random)
      visitor.name = person.fullName
      yield { type: 'VisitorIdentified', data: { ...facts, ...person, consent: CONSENT } }
    }
    // A page that has the visitor's name sends it.
    const data = visitor.name === undefined ? facts : { ...facts, visitorName: visitor.name }
    for (let clicks = oneOf(random, CLICKS) + (visitor.name ? 1 : 0); clicks > 0; clicks -= 1)
      yield { type: 'LinkClicked', data: { ...data, network: pickNetwork(random) } }
    if (random() < DOWNLOADS[visitor.name ? 'named' : facts.source]) yield { type: 'ContactDownloaded', data }
  }

  /** With the envelope and the streams that the product would choose. */
  return (beginMs: number): readonly GeneratedEvent[] => {
    const [profileId, kind, visitId] = [pickProfile(random), pickKind(random), uuidOf(random)]
    const visitor = visitorOf(profileId, kind)
    const actor: Actor =
      kind === 'preview' ? PREVIEWER : { kind: kind === 'owner' ? 'owner' : 'visitor', id: visitor.id }
    let atMs = beginMs
    return [...happeningsOf(profileId, kind, visitId, visitor)].map(({ type, data }) => {
      const id = type === 'ProfileTapped' ? data.visitId : uuidOf(random)
      const occurredAt = new Date(atMs).toISOString()
      const meta = { actor, occurredAt, correlationId: visitId, causationId: null }
      atMs += STEP_MS.least + intBelow(random, STEP_MS.more)
      const stream = type === 'ProfileTapped' ? visitStream(id) : interactionStream(id)
      return { stream, event: { id, type, version: definitionOf(type).version, data, meta } }
    })
  }
}
