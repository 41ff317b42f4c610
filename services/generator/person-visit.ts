import type { KnownConsent } from '@app/contracts/privacy/consents.ts'
import type { Network, Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { pickReferrer } from './devices.ts'
import type { Arriving } from './event.ts'
import { personOf } from './people-names.ts'
import { createPick, uuidOf, type Random } from './random.ts'
import { createVisitEvents, type Shared, type VisitEvents } from './generated-visit.ts'
import type { SimulatedVisitor } from './generate-visitors.ts'

/** Fixed, because the events of given options must not change. */
const CONSENT: KnownConsent = 'identify-2026-11'

export interface Occasion {
  readonly profile: number
  readonly profileId: string
  readonly atMs: number
  readonly isFair: boolean
}

export interface PersonOptions {
  readonly identifiedPart: number
  readonly networkOf: (random: Random, profile: number) => Network
}

const RELOAD = 0.05
/** Shorter than the 30 s within which a tap is a repeat. */
const RELOAD_MS_MAX = 28_000
const DOWNLOAD = 0.08
const DOWNLOAD_AT_CARD = 0.14
const DOWNLOAD_AGAIN = 0.06
const DEED_MS_MAX = 50_000
const FORM_MS_MAX = 120_000
const pickClicks = createPick([
  [0, 70],
  [1, 20],
  [2, 7],
  [3, 3],
])
const pickClicksOfNamed = createPick([
  [0, 25],
  [1, 40],
  [2, 25],
  [3, 10],
])
const DOWNLOAD_OF_NAMED = 0.45
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

export function personVisit(
  random: Random,
  visitor: SimulatedVisitor,
  occasion: Occasion,
  options: PersonOptions,
): readonly Arriving[] {
  const shared = sharedOf(random, visitor, occasion)
  const visitEvents = createVisitEvents(random, shared, {
    atMs: occasion.atMs,
    actor: { kind: 'visitor', id: visitor.id },
  })
  visitEvents.tap()
  if (random() < RELOAD) visitEvents.tapAgain(RELOAD_MS_MAX)
  if (visitor.name === undefined && random() < options.identifiedPart)
    identify(random, visitEvents, shared, visitor)
  goOn(random, visitEvents, { ...shared, ...named(visitor) }, () =>
    options.networkOf(random, occasion.profile),
  )
  return visitEvents.events
}

/** The page sends the name with later events. */
const named = ({ name }: SimulatedVisitor): { visitorName?: string } =>
  name === undefined ? {} : { visitorName: name }

export function sharedOf(random: Random, visitor: SimulatedVisitor, { profileId, isFair }: Occasion): Shared {
  const { byLinkOnly, referrer: appsOwn, userAgent } = visitor.device
  const source = byLinkOnly ? 'link' : (isFair ? pickSourceAtFair : pickSource)(random)
  const referrer = source === 'link' ? (appsOwn ?? pickReferrer(random)) : undefined
  return {
    profileId,
    visitorId: visitor.id,
    visitId: uuidOf(random),
    source,
    ...(referrer === undefined ? {} : { referrer }),
    userAgent,
    language: visitor.language,
    request: 'get',
  }
}

function identify(random: Random, visitEvents: VisitEvents, shared: Shared, visitor: SimulatedVisitor): void {
  const person = personOf(random)
  visitor.name = person.fullName
  const data = { ...shared, ...person, consent: CONSENT }
  visitEvents.later(FORM_MS_MAX, { type: 'VisitorIdentified', data })
}

function goOn(
  random: Random,
  visitEvents: VisitEvents,
  data: Shared & { readonly visitorName?: string },
  networkOf: () => Network,
): void {
  const isNamed = data.visitorName !== undefined
  for (let clicks = (isNamed ? pickClicksOfNamed : pickClicks)(random); clicks > 0; clicks -= 1)
    visitEvents.later(DEED_MS_MAX, { type: 'LinkClicked', data: { ...data, network: networkOf() } })
  const saves = isNamed ? DOWNLOAD_OF_NAMED : data.source === 'nfc' ? DOWNLOAD_AT_CARD : DOWNLOAD
  if (random() >= saves) return
  visitEvents.later(DEED_MS_MAX, { type: 'ContactDownloaded', data })
  if (random() < DOWNLOAD_AGAIN) visitEvents.later(DEED_MS_MAX, { type: 'ContactDownloaded', data })
}
