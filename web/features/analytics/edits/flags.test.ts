import type { EditMarker } from '@app/contracts/api/analytics-calls.ts'
import { describe, expect, test } from 'vitest'
import { markerText } from './edit-texts.ts'
import { flagsOf, pointIndexOf } from './flags.ts'

const at = '2026-11-02T12:40:00.000Z'
const marker = (day: string, ...changed: readonly EditMarker['edits'][number]['what'][]): EditMarker => ({
  day,
  is_own: true,
  edits: (changed.length === 0 ? (['photo'] as const) : changed).map((what) => ({ what, position: '7', at })),
  effect: null,
})
const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'].map((period) => ({
  period,
}))
const frame = { first: 10, last: 410, base: 200 }

describe('a flag', () => {
  test('stands above its day', () => {
    const flags = flagsOf([marker('2026-11-02'), marker('2026-11-05')], days, { frame, gap: 26 })
    expect(flags.map(({ x, markers }) => [x, markers[0]?.day])).toEqual([
      [110, '2026-11-02'],
      [410, '2026-11-05'],
    ])
  })

  test('of a day in a week or month stands above that point', () => {
    const weeks = [{ period: '2026-10-26' }, { period: '2026-11-02' }]
    expect(
      ['2026-10-25', '2026-11-01', '2026-11-02', '2026-11-30'].map((day) => pointIndexOf(day, weeks)),
    ).toEqual([-1, 0, 1, 1])
    const months = [{ period: '2026-10' }, { period: '2026-11' }]
    expect(['2026-10-01', '2026-10-31', '2026-11-01'].map((day) => pointIndexOf(day, months))).toEqual([
      0, 0, 1,
    ])
  })

  test('that would overlap the one before joins it', () => {
    const markers = days.map(({ period }) => marker(period))
    const narrow = { ...frame, last: 90 }
    expect(flagsOf(markers, days, { frame: narrow, gap: 44 }).map((flag) => flag.markers.length)).toEqual([
      3, 2,
    ])
    expect(flagsOf(markers, days, { frame, gap: 44 })).toHaveLength(5)
  })

  test('has its place on a chart of one point', () => {
    const [only] = flagsOf([marker('2026-11-01')], days.slice(0, 1), {
      frame: { ...frame, last: 10 },
      gap: 26,
    })
    expect(only?.x).toBe(10)
  })

  test('of a day before the chart is none', () => {
    expect(flagsOf([marker('2026-10-01')], days, { frame, gap: 26 })).toEqual([])
  })
})

describe('a marker says', () => {
  const effect = (clicks_before: number, clicks_after: number): EditMarker => ({
    ...marker('2026-11-02'),
    effect: { clicks_before, clicks_after },
  })

  test('how clicks moved', () => {
    expect(markerText(effect(152, 179))).toBe('cambiaste la foto: +18 % clics en 14 días')
    expect(markerText(effect(179, 152))).toBe('cambiaste la foto: −15 % clics en 14 días')
    expect(markerText(effect(40, 40))).toBe('cambiaste la foto: 0 % clics en 14 días')
    expect(markerText(effect(0, 12))).toBe('cambiaste la foto: de 0 a 12 clics en 14 días')
  })

  test('to an administrator what was changed, and not that they did it', () => {
    const toOthers = (one: EditMarker) => markerText({ ...one, is_own: false })
    expect(toOthers(marker('2026-11-02', 'photo'))).toBe('se cambió la foto')
    expect(toOthers(marker('2026-11-02', 'links'))).toBe('se cambiaron los enlaces')
    expect(toOthers(marker('2026-11-02', 'photo', 'theme'))).toBe('se cambiaron la foto y el tema')
  })

  test('only what was changed, as long as it is too early', () => {
    expect(markerText(marker('2026-11-02', 'photo'))).toBe('cambiaste la foto')
    expect(markerText(marker('2026-11-02', 'links', 'theme', 'links', 'photo'))).toBe(
      'cambiaste la foto, los enlaces y el tema',
    )
  })
})
