import { wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import type { Actor, NewEvent } from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream, visitStream } from '@app/contracts/taps.ts'
import type { KnownConsent } from '@app/contracts/privacy/consents.ts'
import { NETWORKS, type Network, type Source } from '@app/contracts/traffic/kinds.ts'
import { createPick, createRandom, createZipf, intBelow, oneOf, uuidOf, type Random } from './random.ts'
import {
  personOf,
  pickDevice,
  pickLanguage,
  pickPreview,
  pickReferrer,
  pickRobot,
  type Device,
} from './visitors.ts'

export interface TrafficOptions {
  readonly seed: number
  readonly events: number
  readonly fromMs: number
  /** Inclusive. */
  readonly toMs: number
  /** Ids, the most visited first (Zipf). */
  readonly profiles: readonly string[]
  /** Share of visitors who identify themselves. */
  readonly identifiedPart?: number
  /** Share of visits by returning visitors. */
  readonly returningPart?: number
  /** Networks that the pages show. */
  readonly networks?: readonly Network[]
}

export interface GeneratedEvent {
  readonly stream: string
  readonly event: NewEvent
}

const HOUR_MS = 3_600_000
/** Weights by hour in Santiago, and from Monday on. */
const HOURS = [2, 1, 0.5, 0.5, 0.5, 1, 3, 8, 17, 27, 33, 38, 44, 46, 40, 36, 35, 33, 28, 20, 14, 11, 8, 4]
const WEEKDAYS = [1, 1.12, 1.15, 1.12, 0.98, 0.42, 0.28]
/** The last day has 40% more traffic than the first. */
const GROWTH = 0.4

/** Yields the requested number in order, but for what visits have after their hour. Repeatable for the same options. */
export function* traffic(options: TrafficOptions): Generator<GeneratedEvent> {
  const { seed, events, fromMs, toMs } = options
  const random = createRandom(seed, JSON.stringify(options))
  const hours = hoursOf(random, fromMs, toMs)
  const nextVisit = createVisits(random, options)
  const total = hours.reduce((sum, { weight }) => sum + weight, 0)
  let [weight, left] = [0, events]
  for (const hour of hours) {
    weight += hour.weight
    const leaves = events - Math.round((weight / total) * events)
    const fresh: GeneratedEvent[] = []
    while (left > leaves) {
      const atMs = hour.fromMs + intBelow(random, hour.toMs - hour.fromMs)
      const visit = nextVisit(atMs).filter((one) => atOf(one) <= toMs)
      fresh.push(...visit.slice(0, left))
      left -= Math.min(left, visit.length)
    }
    yield* fresh.sort((a, b) => atOf(a) - atOf(b))
  }
}

const atOf = ({ event }: GeneratedEvent): number => Date.parse(event.meta.occurredAt)

function hoursOf(random: Random, firstMs: number, lastMs: number) {
  const hours: { fromMs: number; toMs: number; weight: number }[] = []
  for (let fromMs = firstMs; fromMs <= lastMs;) {
    const toMs = Math.min(lastMs + 1, (Math.floor(fromMs / HOUR_MS) + 1) * HOUR_MS)
    const { day, hour } = wallHourInSantiago(fromMs)
    const growth = 1 + (GROWTH * (fromMs - firstMs)) / (lastMs - firstMs + 1)
    const usual = HOURS[hour]! * WEEKDAYS[weekdayOf(day)]! * growth
    hours.push({ fromMs, toMs, weight: usual * (0.7 + 0.6 * random()) * (toMs - fromMs) })
    fromMs = toMs
  }
  return hours
}

/** Fixed, because the events of given options must not change. */
const CONSENT: KnownConsent = 'identify-2026-11'
/** Limit memory; a forgotten visitor does not return. */
const VISITORS_MAX = { ofAll: 60_000, ofProfile: 500 }
const RELOADS = 0.05
const DOWNLOADS = { named: 0.45, card: 0.14, other: 0.08, again: 0.06 }
/** Of robots. */
const HEADS = 0.15
/** Between two events of a visit; a tap within REPEAT_TAP_MS is a repeat. */
const STEP_MS = { least: 1_500, more: 26_500 }

const pickKind = createPick([
  ['person', 93],
  ['robot', 3],
  ['preview', 1.5],
  ['owner', 1.5],
  ['preload', 1],
])
const CLICKED = { whatsapp: 42, linkedin: 20, email: 13, website: 11, instagram: 8, custom: 4, facebook: 2 }
const pickClicks = createPick([
  [0, 70],
  [1, 20],
  [2, 7],
  [3, 3],
])
const pickSource = createPick<Source>([
  ['nfc', 44],
  ['qr', 24],
  ['link', 32],
])
type TrafficEvent = Extract<
  DomainEvent,
  { type: 'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded' | 'VisitorIdentified' | 'PagePreviewed' }
>

interface Happening {
  readonly id: string
  readonly atMs: number
  readonly actor: Actor
  readonly visitId: string
}

/** Adds the envelope and the stream that the product would choose. */
function enveloped({ type, data }: TrafficEvent, { id, atMs, actor, visitId }: Happening): GeneratedEvent {
  const meta = { actor, occurredAt: new Date(atMs).toISOString(), correlationId: visitId, causationId: null }
  const stream = type === 'ProfileTapped' ? visitStream(id) : interactionStream(id)
  return { stream, event: { id, type, version: definitionOf(type).version, data, meta } }
}

function createVisits(random: Random, options: TrafficOptions) {
  const { profiles, identifiedPart = 0.01, networks = NETWORKS } = options
  const pickProfile = createZipf(profiles.length)
  const pickNetwork = createPick(networks.map((network) => [network, CLICKED[network]] as const))
  const nextVisitor = createVisitors(random, options)
  let identified = 0
  return (beginMs: number): readonly GeneratedEvent[] => {
    const profileId = profiles[pickProfile(random)]!
    const kind = pickKind(random)
    if (kind === 'preview') return [previewOf(random, profileId, beginMs)]
    const visitor = kind === 'robot' || kind === 'owner' ? newVisitor(random) : nextVisitor(profileId)
    const actor: Actor = { kind: kind === 'owner' ? 'owner' : 'visitor', id: visitor.id }
    const visitId = uuidOf(random)
    const facts = { profileId, visitorId: visitor.id, visitId, ...factsOf(random, kind, visitor) }
    const events: GeneratedEvent[] = []
    let atMs = beginMs
    const add = (event: TrafficEvent, id = uuidOf(random)): void => {
      events.push(enveloped(event, { id, atMs, actor, visitId }))
      atMs += STEP_MS.least + intBelow(random, STEP_MS.more)
    }
    const tap = (id: string): void => add({ type: 'ProfileTapped', data: { ...facts, visitId: id } }, id)
    tap(visitId)
    if (kind === 'preload') return events
    if (random() < RELOADS) tap(uuidOf(random))
    if (kind === 'person' && visitor.name === undefined && random() < identifiedPart) {
      const person = personOf(random, identified++)
      visitor.name = person.fullName
      add({ type: 'VisitorIdentified', data: { ...facts, ...person, consent: CONSENT } })
    }
    // A page that knows the visitor's name sends it.
    goOn(add, visitor.name === undefined ? facts : { ...facts, visitorName: visitor.name })
    return events
  }

  function goOn(
    add: (event: TrafficEvent) => void,
    data: Extract<TrafficEvent, { type: 'ContactDownloaded' }>['data'],
  ): void {
    const isNamed = data.visitorName !== undefined
    for (let clicks = pickClicks(random) + (isNamed ? 1 : 0); clicks > 0; clicks -= 1)
      add({ type: 'LinkClicked', data: { ...data, network: pickNetwork(random) } })
    const downloads = isNamed ? DOWNLOADS.named : data.source === 'nfc' ? DOWNLOADS.card : DOWNLOADS.other
    if (random() >= downloads) return
    add({ type: 'ContactDownloaded', data })
    if (random() < DOWNLOADS.again) add({ type: 'ContactDownloaded', data })
  }
}

/** An app fetches the preview of a shared link. */
function previewOf(random: Random, profileId: string, atMs: number): GeneratedEvent {
  const id = uuidOf(random)
  const data = { profileId, ...pickPreview(random), request: 'get' } as const
  const actor: Actor = { kind: 'system', id: 'preview' }
  return enveloped({ type: 'PagePreviewed', data }, { id, visitId: id, atMs, actor })
}

interface Visitor {
  readonly id: string
  readonly device: Device
  readonly language: string
  name?: string
}

const newVisitor = (random: Random): Visitor => ({
  id: uuidOf(random),
  device: pickDevice(random),
  language: pickLanguage(random),
})

function createVisitors(random: Random, { profiles, returningPart = 0.32 }: TrafficOptions) {
  const most = Math.min(VISITORS_MAX.ofProfile, Math.floor(VISITORS_MAX.ofAll / profiles.length))
  const known = new Map<string, Visitor[]>()
  return (profileId: string): Visitor => {
    const theirs = known.get(profileId) ?? []
    if (theirs.length > 0 && random() < returningPart) return oneOf(random, theirs)
    const visitor = newVisitor(random)
    known.set(profileId, theirs)
    // A new one takes the place of any once there are enough.
    theirs[theirs.length < most ? theirs.length : intBelow(random, most)] = visitor
    return visitor
  }
}

function factsOf(random: Random, kind: string, { device, language }: Visitor) {
  const isRobot = kind === 'robot'
  const source = isRobot || device.byLinkOnly ? 'link' : pickSource(random)
  const referrer = source === 'link' ? pickReferrer(random) : undefined
  return {
    source,
    ...(referrer !== undefined && { referrer }),
    userAgent: isRobot ? pickRobot(random) : device.userAgent,
    language,
    request: isRobot && random() < HEADS ? 'head' : 'get',
    ...(kind === 'preload' && { purpose: 'prefetch;prerender' }),
  } as const
}
