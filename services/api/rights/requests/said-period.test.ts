import { describe, expect, test } from 'vitest'
import { saidPeriod } from './said-period.ts'
import { testTable } from '../../../../tests/support/every.ts'

/** A Tuesday. */
const RECEIVED = Date.parse('2026-11-24T15:00:00.000Z')
const period = (said: string, receivedAtMs = RECEIVED) => {
  const found = saidPeriod(said, receivedAtMs)
  return found === undefined ? undefined : `${found.from} ${found.to}`
}

describe('a time that a person says is read as days', () => {
  testTable([
    ['2026-11', '2026-11-01 2026-11-30'],
    ['2026-11-12', '2026-11-12 2026-11-12'],
    ['11/2026', '2026-11-01 2026-11-30'],
    ['12/11/2026', '2026-11-12 2026-11-12'],
    ['12-11-2026', '2026-11-12 2026-11-12'],
    ['12.11.2026', '2026-11-12 2026-11-12'],
    ['noviembre', '2026-11-01 2026-11-30'],
    ['En NOVIEMBRE, en la feria', '2026-11-01 2026-11-30'],
    ['diciembre', '2025-12-01 2025-12-31'],
    ['febrero de 2024', '2024-02-01 2024-02-29'],
    ['setiembre del 2026', '2026-09-01 2026-09-30'],
    ['12 de noviembre', '2026-11-12 2026-11-12'],
    ['el 25 de noviembre', '2025-11-25 2025-11-25'],
    ['12 de noviembre de 2025', '2025-11-12 2025-11-12'],
    ['hoy', '2026-11-24 2026-11-24'],
    ['ayer en la tarde', '2026-11-23 2026-11-23'],
    ['antes de ayer', '2026-11-22 2026-11-22'],
    ['la semana pasada', '2026-11-16 2026-11-22'],
    ['esta semana', '2026-11-23 2026-11-29'],
    ['el mes pasado', '2026-10-01 2026-10-31'],
    ['este mes', '2026-11-01 2026-11-30'],
    ['el año pasado', '2025-01-01 2025-12-31'],
    ['este año', '2026-01-01 2026-12-31'],
    ['a mediados de 2025', '2025-01-01 2025-12-31'],
  ])('a said time is a span of days', (said, days) => expect(period(said)).toBe(days))

  test('a day is one of Santiago, where the request is late in the evening', () => {
    expect(period('hoy', Date.parse('2026-11-25T02:59:59.999Z'))).toBe('2026-11-24 2026-11-24')
  })

  testTable(['hace harto', '', '31 de febrero', '2026-13', '40/11/2026', 'mayormente'])(
    'other words say nothing',
    (said) => expect(period(said)).toBeUndefined(),
  )
})
