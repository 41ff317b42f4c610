import type { LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import { expect, test } from 'vitest'
import { lifeEventOf } from '../../../testing/life-server.ts'
import { detailOf, figuresAfter, indexAt, sentenceOf, shownFigures, trackOf, versionAt } from './life.ts'

const textOf = (event: LifeEvent) =>
  sentenceOf(event)
    .map(({ text }) => text)
    .join('')
const traffic = {
  kind: 'click',
  network: 'whatsapp',
  source: 'nfc',
  device: 'android',
  visitor: 1_200,
} as const

test('traffic is told in words, with why it does not count', () => {
  const click = lifeEventOf(1, { traffic: { ...traffic, reason: null } })
  expect(textOf(click)).toBe('Clic en WhatsApp')
  expect(detailOf(click, true)).toBe('Tarjeta NFC, Android, visitante 1.200')
  expect(detailOf(click, false)).toBe('')
  const robot = lifeEventOf(1, { traffic: { ...traffic, kind: 'tap', network: null, reason: 'robot' } })
  expect(textOf(robot)).toBe('Visita con tarjeta NFC')
  expect(detailOf(robot, false)).toBe('No cuenta: robot')
})

test('figures after an event are sums from the beginning, with what the event changed', () => {
  const life: Parameters<typeof figuresAfter>[0] = {
    before: { visits: 9, uniques: 4, engaged: 1, clicks: 2, 'click email': 2 },
    events: [
      lifeEventOf(1, { added: { clicks: 1, engaged: 1, 'click whatsapp': 1 } }),
      lifeEventOf(2, { added: { visits: -3, 'excluded repeat': 3 } }),
    ],
  }
  const after = (count: number) => shownFigures(figuresAfter(life, count), figuresAfter(life, count - 1))
  expect(after(1).changes).toBe(3)
  expect(after(1).totals.map(({ value, change }) => [value, change?.before, change?.delta])).toEqual([
    ['9', undefined, undefined],
    ['4', undefined, undefined],
    ['3', '2', '+1'],
    ['0', undefined, undefined],
    ['50,0%', '25,0%', '+25,0 pp'],
  ])
  expect(after(1).networks.map(({ name, value }) => [name, value])).toEqual([
    ['Email', '2'],
    ['WhatsApp', '1'],
  ])
  expect(after(2).totals[0]).toMatchObject({ value: '6', change: { before: '9', delta: '−3' } })
  expect(after(2).reasons.at(-1)).toMatchObject({ name: 'Repeticiones', value: '3' })
})

test('the page is that of the last version before an event', () => {
  const events = [
    lifeEventOf(1),
    lifeEventOf(2, { version: 1 }),
    lifeEventOf(3),
    lifeEventOf(4, { version: 2 }),
  ]
  expect([1, 2, 3, 4].map((count) => versionAt({ events, version_before: null }, count))).toEqual([
    undefined,
    '2',
    '2',
    '4',
  ])
  expect(versionAt({ events, version_before: '0' }, 1)).toBe('0')
})

test('an event’s place on the line leads back to it, also of one that came late', () => {
  const days = ['01', '01', '03', '02', '09', '09', '09']
  const track = trackOf(days.map((day, at) => lifeEventOf(at, { at: `2026-11-${day}T15:00:00.000Z` })))
  expect(track.bars).toHaveLength(9)
  expect([track.bars[0], track.bars[8]]).toEqual([2 / 3, 1])
  expect([track.first, track.last]).toEqual(['2026-11-01', '2026-11-09'])
  for (const [at, place] of track.places.entries()) expect(indexAt(track, place)).toBe(at)
  // Day 2 came after day 3 into the log.
  expect([indexAt(track, 0.1), indexAt(track, 0.4), indexAt(track, 1)]).toEqual([3, 2, 6])
})
