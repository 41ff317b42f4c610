import { describe, expect, test } from 'vitest'
import { userAgentOf } from '@app/projections/traffic/user-agent.ts'
import { findRule, parseMap } from '../access-log/map.ts'
import { parseLine, type LogEntry } from '../access-log/parse-line.ts'
import { sampleLog, type SampleOptions } from './sample-log.ts'
import { weekdayAndHour } from './santiago-clock.ts'
import { PEOPLE, sampleMap } from './site.ts'

const NOW = new Date('2026-09-20T15:30:00.000Z') // the 30 days before include the change to summer time
const OPTIONS: SampleOptions = { lines: 10_000, seed: 1, now: NOW }
const MAP = parseMap(JSON.stringify(sampleMap()), 'sample.map.json')

const bytesOf = (options: Partial<SampleOptions> = {}): Buffer =>
  Buffer.concat([...sampleLog({ ...OPTIONS, ...options })])
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n').slice(0, -1)
const entriesOf = (lines: readonly string[]): LogEntry[] =>
  lines.map((line) => parseLine(Buffer.from(line, 'latin1'))).filter((entry) => entry !== undefined)

const lines = linesOf(bytesOf())
const entries = entriesOf(lines)

test('the same seed gives the same bytes, and another seed gives others', () => {
  expect(bytesOf().equals(bytesOf())).toBe(true)
  expect(bytesOf({ seed: 2 }).equals(bytesOf())).toBe(false)
})

test.each([1, 7, 700, 5_000])('a sample log has as many lines as requested: %i', (count) => {
  expect(linesOf(bytesOf({ lines: count }))).toHaveLength(count)
})

test('a sample log has three unreadable lines in 10,000', () => {
  expect(lines).toHaveLength(10_000)
  expect(entries).toHaveLength(9_997)
})

test('a sample log covers the 30 days before now, and nothing after', () => {
  const instants = entries.map(({ at }) => at)
  const end = NOW.getTime()
  expect(instants.filter((at) => at >= end || at < end - 31 * 86_400_000)).toEqual([])
  expect(new Set(instants.map((at) => new Date(at).toISOString().slice(0, 10))).size).toBeGreaterThanOrEqual(
    30,
  )
})

test('visitors come by day and on weekdays by the clock of Santiago, even in summer time', () => {
  const clocks = entries.map(({ at }) => weekdayAndHour(at))
  const within = (from: number, to: number): number =>
    clocks.filter(({ hour }) => hour >= from && hour < to).length
  expect(within(9, 21)).toBeGreaterThan(10 * within(0, 6))
  const on = (day: number): number => clocks.filter(({ weekday }) => weekday === day).length
  expect(on(2)).toBeGreaterThan(2 * on(0))
  const offsets = new Set(lines.map((line) => / ([+-]\d{4})\]/.exec(line)?.[1]).filter(Boolean))
  expect(offsets).toEqual(new Set(['-0300', '-0400']))
})

describe('its map', () => {
  const found = entries.map((entry) => ({ entry, rule: findRule(MAP, entry) }))
  const mapped = found.flatMap(({ rule }) => (rule === undefined ? [] : [rule]))

  test('makes taps, clicks and downloads of three people, and ignores all else', () => {
    expect(new Set(mapped.map(({ profile }) => profile))).toEqual(new Set(PEOPLE.map(([slug]) => slug)))
    const share = (event: string): number =>
      mapped.filter((rule) => rule.event === event).length / found.length
    expect(share('tap')).toBeGreaterThan(0.3)
    expect(share('click')).toBeGreaterThan(0.1)
    expect(share('download')).toBeGreaterThan(0.05)
    expect(mapped.length).toBeLessThan(found.length * 0.8)
  })

  test('meets robots, phones, several sources and identical lines', () => {
    const robots = entries.filter(({ userAgent }) => userAgentOf(userAgent).isRobot).length
    expect(robots / entries.length).toBeGreaterThan(0.02)
    expect(robots / entries.length).toBeLessThan(0.2)
    expect(new Set(entries.map(({ referrer }) => referrer)).size).toBeGreaterThan(4)
    expect(lines.length - new Set(lines).size).toBeGreaterThan(10)
  })
})
