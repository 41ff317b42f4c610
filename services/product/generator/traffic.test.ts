import { expect, test } from 'vitest'
import { wallHourInSantiago, weekdayOf } from '@app/contracts/calendar.ts'
import { definitionOf } from '@app/contracts/events/catalogue.ts'
import { traffic, type GeneratedEvent, type TrafficOptions } from './traffic.ts'

const PROFILES = Array.from(
  { length: 20 },
  (_none, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
)
const OPTIONS: TrafficOptions = {
  seed: 1,
  profiles: PROFILES,
  events: 6_000,
  fromMs: Date.parse('2025-11-20T15:00:00.000Z'),
  toMs: Date.parse('2026-11-20T15:00:00.000Z'),
}

const generated = (options: Partial<TrafficOptions> = {}): GeneratedEvent[] => [
  ...traffic({ ...OPTIONS, ...options }),
]
const atOf = ({ event }: GeneratedEvent): number => Date.parse(event.meta.occurredAt)
const all = generated()
const taps = all.filter(({ event }) => event.type === 'ProfileTapped')
const count = (events: readonly GeneratedEvent[], is: (event: GeneratedEvent['event']) => boolean): number =>
  events.filter(({ event }) => is(event)).length

test('the same options yield the same events, and another seed yields others', () => {
  const some = generated({ events: 500 })
  expect(generated({ events: 500 })).toEqual(some)
  const ids = new Set(some.map(({ event }) => event.id))
  expect(ids.size).toBe(500)
  expect(generated({ events: 500, seed: 2 }).filter(({ event }) => ids.has(event.id))).toEqual([])
})

test('traffic has exactly as many events as requested, within its span', () => {
  for (const events of [0, 1, 17, 1_000])
    for (const spanMs of [0, 60_000, 864_000_000]) {
      const some = generated({ events, toMs: OPTIONS.fromMs + spanMs })
      const outside = some.filter((one) => atOf(one) < OPTIONS.fromMs || atOf(one) > OPTIONS.fromMs + spanMs)
      expect([some.length, outside]).toEqual([events, []])
    }
})

test('every event fits its schema', () => {
  for (const { event } of all) definitionOf(event.type).written.parse(event.data)
})

test('a weekday’s noon has far more visits than a Sunday, and the second half more than the first', () => {
  const at = (is: (weekday: number, hour: number) => boolean): number =>
    taps.filter((one) => {
      const { day, hour } = wallHourInSantiago(atOf(one))
      return is(weekdayOf(day), hour)
    }).length
  const noons = at((weekday, hour) => weekday < 5 && hour >= 11 && hour < 15)
  expect(noons / 5).toBeGreaterThan(10 * at((weekday, hour) => weekday === 6 && (hour >= 21 || hour < 1)))
  const middle = (OPTIONS.fromMs + OPTIONS.toMs) / 2
  expect(taps.filter((one) => atOf(one) > middle).length).toBeGreaterThan(taps.length / 2)
})

test('traffic has facts of all types and sources, such that do not count, and visitors who return', () => {
  const visitors = new Set(taps.map(({ event }) => event.data.visitorId))
  expect(taps.length / visitors.size).toBeGreaterThan(1.5)
  for (const type of [
    'ProfileTapped',
    'LinkClicked',
    'ContactDownloaded',
    'VisitorIdentified',
    'PagePreviewed',
  ])
    expect(count(all, (event) => event.type === type)).toBeGreaterThan(10)
  for (const source of ['nfc', 'qr', 'link'])
    expect(count(taps, ({ data }) => data.source === source)).toBeGreaterThan(500)
  expect(count(taps, ({ data }) => /bot/i.test(data.userAgent as string))).toBeGreaterThan(50)
})
