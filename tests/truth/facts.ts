import type { JsonValue, NewEvent } from '@app/contracts/event-store.ts'
import type {
  Device,
  Exclusion,
  Network,
  Referrer,
  Source,
  TrafficKind,
} from '@app/contracts/traffic/kinds.ts'
import { isbot } from 'isbot'
import { REFERRER_HOSTS, AGENTS } from './user-agents.ts'
import { wallClockAt, type WallClock } from './santiago.ts'

/** A tap, click or download of the log, and whether it counts by a slow and literal reading of the rules. */
export interface Fact extends WallClock {
  readonly id: string
  readonly kind: TrafficKind
  readonly at: number
  readonly visitor: string
  readonly network: Network
  readonly source: Source
  /** Undefined if the table lacks it. */
  readonly referrer: Referrer | undefined
  readonly device: Device | undefined
  readonly reason: Exclusion | undefined
}

const KINDS: Readonly<Record<string, TrafficKind>> = {
  ProfileTapped: 'tap',
  LinkClicked: 'click',
  ContactDownloaded: 'download',
}
/** Written down again on purpose. Every click counts. */
export const REPEAT_SECONDS = { tap: 30, download: 60, click: undefined } satisfies Record<
  TrafficKind,
  number | undefined
>

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
const idOf = (value: JsonValue | undefined): string => textOf(value).toLowerCase()
const atOf = ({ meta }: NewEvent): number => Date.parse(meta.occurredAt)
const isOf = (profileId: string) => (event: NewEvent) => idOf(event.data['profileId']) === profileId

function isRobot(userAgent: string): boolean {
  const known = AGENTS.find((agent) => agent.userAgent === userAgent)
  return known === undefined ? userAgent === '' || isbot(userAgent) : known.is === 'robot'
}

function isPreview({ data }: NewEvent): boolean {
  const marks = textOf(data['purpose']).toLowerCase()
  const isMarked = ['prefetch', 'preview', 'prerender'].some((mark) => marks.includes(mark))
  return isMarked || data['request'] === 'head' || data['request'] === 'part'
}

/** The first reason why an event does not count by itself. */
function ownReason(event: NewEvent): Exclusion | undefined {
  if (isRobot(textOf(event.data['userAgent']))) return 'robot'
  if (isPreview(event)) return 'preview'
  if (event.meta.actor.kind === 'owner' || event.meta.actor.kind === 'admin') return 'own'
  return undefined
}

function referrerOf(host: string): Referrer | undefined {
  return host === '' ? 'none' : REFERRER_HOSTS[host]
}

/** By the table; a robot and an unlisted user agent by a few words that its class has in common. */
function deviceOf(userAgent: string): Device | undefined {
  const is = AGENTS.find((agent) => agent.userAgent === userAgent)?.is
  if (is !== undefined && is !== 'robot') return is
  if (/iPhone|iPod/.test(userAgent)) return 'iphone'
  if (/iPad/.test(userAgent)) return 'tablet'
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'android' : 'tablet'
  return /Windows NT|Macintosh|X11|CrOS/.test(userAgent) ? 'desktop' : 'other'
}

function factOf(event: NewEvent): Fact {
  const { data } = event
  const at = atOf(event)
  return {
    ...wallClockAt(at),
    id: idOf(event.id),
    kind: KINDS[event.type]!,
    at,
    visitor: idOf(data['visitorId']),
    network: textOf(data['network']) as Network,
    // A click or download that does not say that it came by a link, as older events.
    source: (textOf(data['source']) || 'link') as Source,
    referrer: referrerOf(textOf(data['referrer'])),
    device: deviceOf(textOf(data['userAgent'])),
    reason: ownReason(event),
  }
}

const byInstant = (a: Fact, b: Fact): number =>
  a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.kind < b.kind ? -1 : 1)

/** Only the first thousand facts of a visitor, a profile and a day count, in the order of the log. */
function withoutExcess(facts: readonly Fact[]): readonly Fact[] {
  const placed = new Map<string, number>()
  return facts.map((fact) => {
    if (fact.reason !== undefined) return fact
    const place = placed.get(fact.day) ?? 0
    placed.set(fact.day, place + 1)
    return place < 1_000 ? fact : { ...fact, reason: 'excess' }
  })
}

/** A tap or download soon after a counted one of the same person repeats it. */
function withoutRepeats(facts: readonly Fact[]): readonly Fact[] {
  const judged: Fact[] = []
  for (const fact of [...facts].sort(byInstant)) {
    const seconds = REPEAT_SECONDS[fact.kind]
    const isRepeat =
      seconds !== undefined &&
      fact.reason === undefined &&
      judged.some(
        (before) =>
          before.reason === undefined &&
          before.kind === fact.kind &&
          before.visitor === fact.visitor &&
          fact.at - before.at <= seconds * 1_000,
      )
    judged.push(isRepeat ? { ...fact, reason: 'repeat' } : fact)
  }
  return judged
}

/** Every tap, click and download of a profile, counted or not. @param log in its order */
export function factsOf(log: readonly NewEvent[], profileId: string): readonly Fact[] {
  const facts = log.filter(isOf(profileId)).flatMap((event) => (event.type in KINDS ? [factOf(event)] : []))
  return [...byVisitor(facts).values()].flatMap((own) => withoutRepeats(withoutExcess(own)))
}

export function byVisitor(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const each = new Map<string, Fact[]>()
  for (const fact of facts) {
    const own = each.get(fact.visitor)
    if (own === undefined) each.set(fact.visitor, [fact])
    else own.push(fact)
  }
  return each
}

export interface Preview {
  readonly app: string
  readonly day: string
}

/** Requests of apps for the preview of a profile's link. */
export const previewsOf = (log: readonly NewEvent[], profileId: string): readonly Preview[] =>
  log
    .filter(isOf(profileId))
    .filter(({ type }) => type === 'PagePreviewed')
    .map((event) => ({ app: textOf(event.data['app']), day: wallClockAt(atOf(event)).day }))
