import type { EditMarker } from '@app/contracts/analytics/calls.ts'
import { describe, expect, test } from 'vitest'
import { markersAt, markerText } from './edit-texts.ts'

const at = '2026-11-02T12:40:00.000Z'
const marker = (day: string, ...changed: readonly EditMarker['edits'][number]['what'][]): EditMarker => ({
  day,
  is_own: true,
  edits: (changed.length === 0 ? (['photo'] as const) : changed).map((what) => ({ what, position: '7', at })),
  effect: null,
})
test('an edit belongs to the point whose days it falls into, and to none before the first', () => {
  const weeks = [{ period: '2026-10-26' }, { period: '2026-11-02' }]
  const found = markersAt(
    weeks,
    ['2026-10-25', '2026-11-01', '2026-11-02', '2026-11-30'].map((day) => marker(day)),
  )
  expect(found.map((markers) => markers.map(({ day }) => day))).toEqual([
    ['2026-11-01'],
    ['2026-11-02', '2026-11-30'],
  ])
})

describe('a marker says', () => {
  const effect = (clicks_before: number, clicks_after: number): EditMarker => ({
    ...marker('2026-11-02'),
    effect: { clicks_before, clicks_after },
  })

  test('how clicks moved', () => {
    expect(markerText(effect(152, 179))).toBe(
      'cambiaste la foto: +18% clics en 14 días (antes/después, no causal)',
    )
    expect(markerText(effect(179, 152))).toBe(
      'cambiaste la foto: −15% clics en 14 días (antes/después, no causal)',
    )
    expect(markerText(effect(40, 40))).toBe(
      'cambiaste la foto: 0% clics en 14 días (antes/después, no causal)',
    )
    expect(markerText(effect(0, 12))).toBe(
      'cambiaste la foto: de 0 a 12 clics en 14 días (antes/después, no causal)',
    )
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
