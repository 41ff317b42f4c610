import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  busiestCell,
  cellAfterKey,
  cellAtPoint,
  cellText,
  heatStep,
  heatTotal,
  hourText,
  type Heatmap,
} from './heatmap.ts'

const TUESDAY_13 = 24 + 13
const SUNDAY_23 = 167

/** A week without visits but for some cells. */
const week = (visits: Readonly<Record<number, number>> = {}): Heatmap =>
  Array.from({ length: 7 }, (_day, day) =>
    Array.from({ length: 24 }, (_hour, hour) => visits[day * 24 + hour] ?? 0),
  )

test('a cell names its weekday, its hour and its visits', () => {
  const heatmap = week({ [TUESDAY_13]: 24, [SUNDAY_23]: 1 })
  expect(cellText(heatmap, TUESDAY_13)).toBe('Martes 13–14 h: 24 visitas')
  expect(cellText(heatmap, SUNDAY_23)).toBe('Domingo 23–24 h: 1 visita')
  expect(cellText(heatmap, 0)).toBe('Lunes 00–01 h: 0 visitas')
  expect(hourText(3)).toBe('03 h')
})

test('the busiest hour is the first of the best', () => {
  expect(busiestCell(week({ [TUESDAY_13]: 9, [SUNDAY_23]: 9, 3: 1 }))).toBe(TUESDAY_13)
  expect(heatTotal(week({ [TUESDAY_13]: 9, [SUNDAY_23]: 9, 3: 1 }))).toBe(19)
})

test('only nothing is drawn as nothing, only the busiest hour as the most', () => {
  expect([0, 1, 200, 201, 999, 1_000].map((visits) => heatStep(visits, 1_000))).toEqual([0, 1, 1, 2, 5, 5])
  expect(heatStep(0, 0)).toBe(0)
})

test('more visits never have a lower step, and no step is above the fifth', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.nat(100_000), (a, b, c) => {
      const [less, more, most] = [a, b, c].toSorted((x, y) => x - y) as [number, number, number]
      const [low, high] = [heatStep(less, most), heatStep(more, most)]
      expect(low).toBeLessThanOrEqual(high)
      expect(high).toBeLessThanOrEqual(5)
    }),
  )
})

test('keys move by hours and days', () => {
  expect(cellAfterKey(TUESDAY_13, 'ArrowRight')).toBe(TUESDAY_13 + 1)
  expect(cellAfterKey(TUESDAY_13, 'ArrowLeft')).toBe(TUESDAY_13 - 1)
  expect(cellAfterKey(TUESDAY_13, 'ArrowDown')).toBe(TUESDAY_13 + 24)
  expect(cellAfterKey(TUESDAY_13, 'ArrowUp')).toBe(13)
  expect(cellAfterKey(TUESDAY_13, 'Home')).toBe(24)
  expect(cellAfterKey(TUESDAY_13, 'End')).toBe(47)
  expect(cellAfterKey(TUESDAY_13, 'PageUp')).toBe(0)
  expect(cellAfterKey(TUESDAY_13, 'PageDown')).toBe(SUNDAY_23)
})

test('at the edges a key leads nowhere, and other keys are not ours', () => {
  expect(cellAfterKey(0, 'ArrowLeft')).toBe(0)
  expect(cellAfterKey(13, 'ArrowUp')).toBe(13)
  expect(cellAfterKey(SUNDAY_23, 'ArrowDown')).toBe(SUNDAY_23)
  expect(cellAfterKey(0, 'Tab')).toBeUndefined()
})

test('a point of the map is in one cell, also on its edges', () => {
  expect(cellAtPoint(0, 0)).toBe(0)
  expect(cellAtPoint(13.5 / 24, 1.5 / 7)).toBe(TUESDAY_13)
  expect(cellAtPoint(1, 1)).toBe(SUNDAY_23)
  expect(cellAtPoint(-0.1, 1.2)).toBe(144)
})
