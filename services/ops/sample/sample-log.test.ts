import { expect, test } from 'vitest'
import { findRule, parseMap } from '../access-log/map.ts'
import { parseLine, type LogEntry } from '../access-log/parse-line.ts'
import { sampleLog, type SampleOptions } from './sample-log.ts'
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

test('its map makes taps, clicks and downloads of three people, and ignores all else', () => {
  const found = entries.map((entry) => findRule(MAP, entry))
  const mapped = found.filter((rule) => rule !== undefined)
  expect(new Set(mapped.map(({ profile }) => profile))).toEqual(new Set(PEOPLE.map(([slug]) => slug)))
  const share = (event: string): number => mapped.filter((rule) => rule.event === event).length / found.length
  expect(share('tap')).toBeGreaterThan(0.3)
  expect(share('click')).toBeGreaterThan(0.1)
  expect(share('download')).toBeGreaterThan(0.05)
  expect(mapped.length).toBeLessThan(found.length * 0.8)
})
