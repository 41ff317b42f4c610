import { check } from 'prettier'
import { describe, expect, test } from 'vitest'
import { documentOf } from './markdown.ts'
import type { BenchPart } from '../part.ts'
import { INTRODUCTION, failedSectionOf, sectionOf, spreadText, type Circumstances } from './report.ts'
import type { Measured } from './rounds.ts'

const PART: Pick<BenchPart, 'name' | 'title' | 'how' | 'metrics' | 'variants' | 'aims'> = {
  name: 'track',
  title: 'Tracked events per second',
  how: 'Fifty connections.',
  metrics: [
    { name: 'rate', title: 'events/s', digits: 0 },
    { name: 'cpu', title: 'CPU, µs/event', digits: 1 },
  ],
  variants: [
    { name: 'ours', title: 'the product' },
    { name: 'no-op', title: 'no-op Express' },
  ],
  aims: [
    { title: 'events/s', metric: 'rate', of: 'ours', by: 'no-op', atLeast: 0.6 },
    { title: 'CPU', metric: 'cpu', of: 'ours', atMost: 200 },
    { title: 'CPU ÷ no-op', metric: 'cpu', of: 'ours', by: 'no-op' },
  ],
}
const MEASURED: Measured = {
  rounds: [5_300, 5_000, 5_500].map((rate) => ({
    figures: { ours: { rate, cpu: 150.25 }, 'no-op': { rate: 10_000, cpu: 100 } },
    load: { average: 2.25, othersCores: 0.031 },
  })),
  discarded: [],
}
const WHERE: Circumstances = {
  at: '2026-11-20T12:00:00Z',
  machine: '2 × Some CPU',
  versions: ['Node 20.19.0', 'PostgreSQL 18.1'],
}
const SETTINGS = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 110 } as const

test('a figure is a median with its lowest and highest', () => {
  expect(spreadText({ median: 12_345.6, min: 0.004, max: 20_000 }, 1)).toBe('12,345.6 (0.0–20,000.0)')
})

describe('a section', () => {
  const section = sectionOf(PART, MEASURED, WHERE)

  test('shows of each aim whether it was reached, and by how much not', () => {
    expect(section).toContain('| events/s    | 0.53 (0.50–0.55)    | ≥ 0.6 | not reached: 0.53 |')
    expect(section).toContain('| CPU         | 150.3 (150.3–150.3) | ≤ 200 | reached           |')
    expect(section).toContain('| CPU ÷ no-op | 1.50 (1.50–1.50)    | –     | for information   |')
  })

  test('has the figures of every variant', () => {
    expect(section).toContain('| the product   | 5,300 (5,000–5,500)    | 150.3 (150.3–150.3) |')
    expect(section).toContain('| no-op Express | 10,000 (10,000–10,000) | 100.0 (100.0–100.0) |')
  })

  test('names machine, time, versions and load of a measurement, and how to repeat it', () => {
    for (const text of [WHERE.at, WHERE.machine, ...WHERE.versions, '`npm run bench -- track`', '2.3 / 0.03'])
      expect(section).toContain(text)
  })

  test('names the rounds that were measured again', () => {
    const again = { ...MEASURED, discarded: [{ average: 7, othersCores: undefined }] }
    expect(section).toContain('measured again because others used the machine: none.')
    expect(sectionOf(PART, again, WHERE)).toContain('because others used the machine: 7.0.')
  })

  test('of a part that failed shows the error, on one line', () => {
    const failed = failedSectionOf(PART, 'the log `grew`\nby 3 instead of 4', WHERE)
    expect(failed).toContain('**Failed**, nothing was measured: `the log grew by 3 instead of 4`')
  })
})

test('the whole report stands as the formatter would write it', async () => {
  const sections = new Map([
    ['track', sectionOf(PART, MEASURED, WHERE, [{ head: ['table', 'MB'], rows: [['facts', '12']] }])],
    ['append', failedSectionOf(PART, 'no server', WHERE)],
  ])
  expect(await check(documentOf(INTRODUCTION, ['track', 'append'], sections), SETTINGS)).toBe(true)
})
