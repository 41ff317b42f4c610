import type { Actor, NewEvent } from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/taps/interaction-events.ts'
import { visitStream } from '@app/contracts/taps/visit-events.ts'
import type { KnownConsent } from '@app/contracts/privacy/consents.ts'
import { NETWORKS, type Network, type Source } from '@app/contracts/traffic/traffic-kinds.ts'
import {
  pickDevice,
  pickLanguage,
  pickPhone,
  pickPreview,
  pickReferrer,
  pickRobot,
  type SimulatedDevice,
} from './devices.ts'
import { personOf } from './people-names.ts'
import { createPick, createZipf, intBelow, oneOf, uuidOf, type Random } from './random.ts'

export interface VisitsOptions {
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

/** Fixed, because the events of given options must not change. */
const CONSENT: KnownConsent = 'identify-2026-11'
/** Limit memory; a forgotten visitor does not return. */
const VISITORS_MAX = { ofAll: 60_000, ofProfile: 500 }
const RETURNING_AT_FAIR = 0.08
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
const pickSourceAtFair = createPick<Source>([
  ['qr', 78],
  ['nfc', 18],
  ['link', 4],
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

export function createVisits(random: Random, options: VisitsOptions) {
  const { profiles, identifiedPart = 0.01, networks = NETWORKS } = options
  const pickProfile = createZipf(profiles.length)
  const pickNetwork = createPick(networks.map((network) => [network, CLICKED[network]] as const))
  const nextVisitor = createVisitors(random, options)
  let identified = 0
  return (beginMs: number, isFair: boolean): readonly GeneratedEvent[] => {
    const profileId = profiles[pickProfile(random)]!
    const kind = pickKind(random)
    if (kind === 'preview') return [previewOf(random, profileId, beginMs)]
    const visitor =
      kind === 'robot' || kind === 'owner' ? newVisitor(random, isFair) : nextVisitor(profileId, isFair)
    const actor: Actor = { kind: kind === 'owner' ? 'owner' : 'visitor', id: visitor.id }
    const visitId = uuidOf(random)
    const facts = { profileId, visitorId: visitor.id, visitId, ...factsOf(random, { kind, visitor, isFair }) }
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
    goOn(add, visitor.name === undefined ? facts : { ...facts, visitorName: visitor.name })
    return events
  }

  /** @param data has the visitor's name once the page knows it */
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
  return enveloped(
    { type: 'PagePreviewed', data },
    { id, visitId: id, atMs, actor: { kind: 'system', id: 'preview' } },
  )
}

interface Visitor {
  readonly id: string
  readonly device: SimulatedDevice
  readonly language: string
  name?: string
}

const newVisitor = (random: Random, isFair: boolean): Visitor => ({
  id: uuidOf(random),
  device: (isFair ? pickPhone : pickDevice)(random),
  language: pickLanguage(random),
})

function createVisitors(random: Random, { profiles, returningPart = 0.32 }: VisitsOptions) {
  const most = Math.min(VISITORS_MAX.ofProfile, Math.floor(VISITORS_MAX.ofAll / profiles.length))
  const known = new Map<string, Visitor[]>()
  return (profileId: string, isFair: boolean): Visitor => {
    const theirs = known.get(profileId) ?? []
    if (theirs.length > 0 && random() < (isFair ? RETURNING_AT_FAIR : returningPart))
      return oneOf(random, theirs)
    const visitor = newVisitor(random, isFair)
    known.set(profileId, theirs)
    // A new one takes the place of any once there are enough.
    theirs[theirs.length < most ? theirs.length : intBelow(random, most)] = visitor
    return visitor
  }
}

function factsOf(
  random: Random,
  { kind, visitor, isFair }: { readonly kind: string; readonly visitor: Visitor; readonly isFair: boolean },
) {
  const { byLinkOnly, referrer: appsOwn, userAgent } = visitor.device
  const isRobot = kind === 'robot'
  const source = isRobot || byLinkOnly ? 'link' : (isFair ? pickSourceAtFair : pickSource)(random)
  const referrer = source === 'link' ? (appsOwn ?? pickReferrer(random)) : undefined
  return {
    source,
    ...(referrer !== undefined && { referrer }),
    userAgent: isRobot ? pickRobot(random) : userAgent,
    language: visitor.language,
    request: isRobot && random() < HEADS ? 'head' : 'get',
    ...(kind === 'preload' && { purpose: 'prefetch;prerender' }),
  } as const
}
