import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dayInSantiago, wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { traffic, type GeneratedEvent, type TrafficOptions } from './generate-traffic.ts'
import { isLong, runs } from '../../tests/support/longer-runs.ts'

const profileId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** Enough for each kind of fact to occur; the lanes have more. */
const EVENTS = isLong ? 20_000 : 6_000
const part = (ofTwentyThousand: number): number => (ofTwentyThousand * EVENTS) / 20_000
const OPTIONS: TrafficOptions = {
  seed: 1,
  profiles: Array.from({ length: 20 }, (_none, n) => profileId(n)),
  events: EVENTS,
  fromMs: Date.parse('2025-11-20T15:00:00.000Z'),
  toMs: Date.parse('2026-11-20T15:00:00.000Z'),
}

const generated = (options: Partial<TrafficOptions> = {}): GeneratedEvent[] => [
  ...traffic({ ...OPTIONS, ...options }),
]
const atOf = ({ event }: GeneratedEvent): number => Date.parse(event.meta.occurredAt)
const all = generated()
const taps = all.filter(({ event }) => event.type === 'ProfileTapped')
const count = (events: readonly GeneratedEvent[], is: (one: GeneratedEvent) => boolean): number =>
  events.filter(is).length

function groupsOf(events: readonly GeneratedEvent[], keyOf: (one: GeneratedEvent) => string) {
  const groups = new Map<string, GeneratedEvent[]>()
  for (const one of events) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

test('the same options yield the same events, and a changed option yields others', () => {
  const events = runs(20_000) / 2
  const some = generated({ events })
  expect(generated({ events })).toEqual(some)
  const ids = new Set(some.map(({ event }) => event.id))
  for (const other of [{ seed: 2 }, { events: events - 1 }, { toMs: OPTIONS.toMs + 1 }])
    expect(generated({ events, ...other }).filter(({ event }) => ids.has(event.id))).toEqual([])
})

test('the events of given options never change without another version number', () => {
  const hash = createHash('sha256').update(JSON.stringify(generated({ events: 500 })))
  expect(hash.digest('hex')).toBe('8d7ad021dac634211a2d2438f006c827064d9604e2098228f04c0b100e358c92')
})

test('traffic has exactly as many events as requested', () => {
  for (const events of [0, 1, 2, 17, 1_000]) {
    expect(generated({ events })).toHaveLength(events)
  }
})

test('traffic fits within an instant, a minute or ten days, and no event happens outside', () => {
  for (const [_name, spanMs] of [
    ['an instant', 0],
    ['a minute', 60_000],
    ['ten days', 864_000_000],
  ] as const) {
    const events = generated({ events: 1_000, toMs: OPTIONS.fromMs + spanMs })
    expect(events).toHaveLength(1_000)
    expect(count(events, (one) => atOf(one) < OPTIONS.fromMs || atOf(one) > OPTIONS.fromMs + spanMs)).toBe(0)
  }
})

test('traffic without a profile, or with its end before its beginning, is refused', () => {
  expect(() => generated({ profiles: [] })).toThrow(RangeError)
  expect(() => generated({ toMs: OPTIONS.fromMs - 1 })).toThrow(RangeError)
})

test('events arrive in chronological order, except for a few late ones', () => {
  let [latest, late] = [0, 0]
  for (const one of all) {
    if (atOf(one) < latest) late += 1
    latest = Math.max(latest, atOf(one))
  }
  expect(late).toBeGreaterThan(0)
  expect(late).toBeLessThan(all.length * 0.01)
})

test('every event fits its schema, and has unique ids', () => {
  for (const { event } of all) {
    const definition = definitionOf(event.type)
    if (event.version !== definition.version) expect.fail(`${event.type} has version ${event.version}`)
    definition.written.parse(event.data)
  }
  expect(new Set(all.map(({ event }) => event.id)).size).toBe(all.length)
  const streams = all.map(
    ({ event: { type, id } }) => `${type === 'ProfileTapped' ? 'visit' : 'interaction'}-${id}`,
  )
  expect(all.map(({ stream }) => stream)).toEqual(streams)
})

describe('the rhythm of traffic is a year’s in Santiago', () => {
  const walls = taps.map((one) => wallHourInSantiago(atOf(one)))
  const at = (is: (weekday: number, hour: number) => boolean): number =>
    walls.filter(({ day, hour }) => is(weekdayOf(day), hour)).length

  test('a weekday’s noon has far more visits than a Sunday’s night', () => {
    const noon = at((weekday, hour) => weekday < 5 && hour >= 11 && hour < 15) / 5
    const night = at((weekday, hour) => weekday === 6 && (hour >= 21 || hour < 1))
    expect(noon).toBeGreaterThan(15 * night)
    expect(at((weekday) => weekday === 1)).toBeGreaterThan(2 * at((weekday) => weekday === 6))
  })

  test('every week has visits, and the second half more than the first', () => {
    expect(new Set(taps.map((one) => dayInSantiago(atOf(one)))).size).toBeGreaterThan(isLong ? 350 : 300)
    const middle = (OPTIONS.fromMs + OPTIONS.toMs) / 2
    expect(count(taps, (one) => atOf(one) > middle)).toBeGreaterThan(taps.length * 0.5)
  })

  test('a fair is a day of many visits, most of them by QR code', () => {
    const days = groupsOf(taps, (one) => dayInSantiago(atOf(one)))
    const fair = [...days.values()].sort((a, b) => b.length - a.length)[0]!
    expect(fair.length).toBeGreaterThan((2 * taps.length) / days.size)
    expect(count(fair, isFrom('qr'))).toBeGreaterThan(fair.length / 2)
  })
})

const isFrom =
  (source: string) =>
  ({ event }: GeneratedEvent): boolean =>
    event.data.source === source

test('the n-th profile has about an n-th of the first one’s visits', () => {
  const of = (n: number): number => count(taps, ({ event }) => event.data.profileId === profileId(n))
  expect(of(0) / of(1)).toBeGreaterThan(1.6)
  expect(of(0) / of(1)).toBeLessThan(2.4)
  expect(of(0) / of(9)).toBeGreaterThan(7)
})

describe('traffic has all kinds of facts', () => {
  test('taps, clicks, downloads, names and previews', () => {
    for (const type of [
      'ProfileTapped',
      'LinkClicked',
      'ContactDownloaded',
      'VisitorIdentified',
      'PagePreviewed',
    ]) {
      expect(count(all, ({ event }) => event.type === type)).toBeGreaterThan(part(20))
    }
  })

  test('taps by card, code and link, and referrers only by link', () => {
    for (const source of ['nfc', 'qr', 'link'])
      expect(count(taps, isFrom(source))).toBeGreaterThan(part(1_000))
    const referred = taps.filter(({ event }) => event.data.referrer !== undefined)
    expect(referred.length).toBeGreaterThan(part(1_000))
    expect(referred.every(isFrom('link'))).toBe(true)
  })

  test('robots, previews, preloads, parts of files, and owners on their own pages', () => {
    expect(
      count(taps, ({ event }) => /bot|curl|python|^$/i.test(event.data.userAgent as string)),
    ).toBeGreaterThan(part(100))
    expect(count(taps, ({ event }) => event.data.request === 'head')).toBeGreaterThan(part(10))
    expect(count(taps, ({ event }) => event.data.purpose !== undefined)).toBeGreaterThan(part(30))
    expect(count(taps, ({ event }) => event.meta.actor.kind === 'owner')).toBeGreaterThan(part(50))
  })

  test('visitors who return, who load twice within half a minute, and who save a contact twice', () => {
    const people = groupsOf(taps, ({ event }) => event.data.visitorId as string)
    const gaps = [...people.values()].flatMap((theirs) => {
      const instants = theirs.map(atOf).sort((a, b) => a - b)
      return instants.slice(1).map((instant, n) => instant - instants[n]!)
    })
    expect(gaps.filter((gap) => gap < 30_000).length).toBeGreaterThan(part(100))
    expect(gaps.filter((gap) => gap > 86_400_000).length).toBeGreaterThan(part(1_000))
    const visits = all
      .filter(({ event }) => event.type === 'ContactDownloaded')
      .map(({ event }) => event.data.visitId)
    expect(visits.length - new Set(visits).size).toBeGreaterThan(part(20))
  })

  test('as many returning visitors as requested', () => {
    const perVisitor = (options: Partial<TrafficOptions>): number => {
      const own = generated(options).filter(
        ({ event }) => event.type === 'ProfileTapped' && event.meta.actor.kind === 'visitor',
      )
      return own.length / new Set(own.map(({ event }) => event.data.visitorId)).size
    }
    const one = { profiles: [profileId(0)] }
    expect(perVisitor(one)).toBeLessThan(1.5)
    expect(perVisitor({ ...one, returningPart: 0.52 })).toBeGreaterThan(1.8)
    expect(perVisitor({ ...one, returningPart: 0.52 })).toBeLessThan(2.3)
  })

  test('as many identified visitors as requested, whose name comes with their later events', () => {
    const identified = (identifiedPart: number): number =>
      count(generated({ events: 3_000, identifiedPart }), ({ event }) => event.type === 'VisitorIdentified')
    expect([identified(0), identified(0.3) > 300]).toEqual([0, true])
    const clicks = all.filter(({ event }) => event.data.visitorName !== undefined)
    expect(clicks.length).toBeGreaterThan(part(10))
    const names = new Set(all.flatMap(({ event }) => event.data.fullName ?? []))
    expect(clicks.every(({ event }) => names.has(event.data.visitorName!))).toBe(true)
  })

  test('clicks only on the networks that the page shows', () => {
    const clicked = (options: Partial<TrafficOptions>): ReadonlySet<unknown> =>
      new Set(generated(options).flatMap(({ event }) => event.data.network ?? []))
    expect(clicked({}).size).toBe(7)
    expect(clicked({ networks: ['email', 'website'] })).toEqual(new Set(['email', 'website']))
  })
})
