// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { DateField, typedDay } from './DateField.tsx'
import { TimeField, typedTime } from './TimeField.tsx'

const person = userEvent.setup({ delay: null })
const seen: string[] = []
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(HTMLInputElement.prototype, 'showPicker')
  seen.length = 0
})

function Shown({ first = '', min, max }: { first?: string; min?: string; max?: string }) {
  const [day, setDay] = useState(first)
  const keep = (next: string) => {
    seen.push(next)
    setDay(next)
  }
  return (
    <>
      <DateField label="Desde" value={day} onChange={keep} min={min} max={max} />
      <button onClick={() => setDay('')}>Limpiar</button>
    </>
  )
}
const field = (label = 'Desde') => screen.getByLabelText<HTMLInputElement>(label)

test('a day is shown and typed in Chilean order, in a field that no browser’s language changes', async () => {
  render(<Shown first="2026-11-26" />)
  expect([field().type, field().value, field().placeholder]).toEqual(['text', '26-11-2026', 'dd-mm-aaaa'])
  await person.clear(field())
  await person.type(field(), '3/4/26')
  expect(seen.at(-1)).toBe('2026-04-03')
  await person.tab()
  expect(field().value).toBe('03-04-2026')
})

test('what is no day stays as it was typed, with a sentence, and counts as none', async () => {
  render(<Shown first="2026-11-26" />)
  await person.clear(field())
  await person.type(field(), '31-02-2026')
  expect(screen.queryByText('Escribe una fecha como 26-11-2026.')).toBeNull()
  await person.tab()
  expect(seen.at(-1)).toBe('')
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['31-02-2026', 'true'])
  expect(screen.getAllByText('Escribe una fecha como 26-11-2026.')).toHaveLength(1)
})

test('a day that is cleared from outside leaves the field', async () => {
  render(<Shown />)
  await person.type(field(), '26-11-2026')
  await person.click(screen.getByRole('button', { name: 'Limpiar' }))
  expect(field().value).toBe('')
})

test('the browser’s own calendar opens by a press, within limits, and its day becomes the text', async () => {
  const opened = vi.fn()
  Object.assign(HTMLInputElement.prototype, { showPicker: opened })
  render(<Shown first="2026-11-26" max="2026-11-27" />)
  await person.click(screen.getByRole('button', { name: 'Desde: elegir en el calendario' }))
  const [calendar] = opened.mock.contexts as [HTMLInputElement]
  expect([calendar.type, calendar.value, calendar.max]).toEqual(['date', '2026-11-26', '2026-11-27'])
  fireEvent.change(calendar, { target: { value: '2026-11-18' } })
  expect([seen, field().value]).toEqual([['2026-11-18'], '18-11-2026'])
})

test('a time is typed by the clock of 24 hours', async () => {
  function Timed() {
    const [time, setTime] = useState('18:00')
    return <TimeField label="Hora" value={time} onChange={setTime} />
  }
  render(<Timed />)
  await person.clear(field('Hora'))
  await person.type(field('Hora'), '2:05 p. m.')
  await person.tab()
  expect([field('Hora').type, field('Hora').value]).toEqual(['text', '14:05'])
})

testTable([
  [
    '2026-11-26',
    ['26-11-2026', '26/11/2026', '26.11.2026', ' 26 11 2026 ', '26112026', '26-11-26', '261126'],
  ],
  ['2026-11-26', ['2026-11-26', '26 nov 2026', '26–11–2026', '26\u00a0nov\u00a02026']],
  ['2026-11-26', ['26 de Noviembre de 2026', 'jueves, 26 de noviembre del 2026']],
  ['2026-04-03', ['3-4-2026', '03/04/2026']],
  ['2028-02-29', ['29-02-2028']],
  ['2026-09-26', ['26 setiembre 2026', '26 sept. 2026']],
  ['2026-05-01', ['1º de mayo de 2026']],
  [undefined, ['', '26', '26-11', '11/26/2026', '29-02-2026', '31-04-2026', '00-11-2026', '26-13-2026']],
  [undefined, ['26 foo 2026', '26 martes 2026', 'ayer', '26-11-202']],
])('a day is read as people in Chile type it', (day, texts) => {
  for (const typed of texts) expect(typedDay(typed), typed).toBe(day)
})

testTable([
  [
    '14:05',
    ['14:05', '1405', '14.05', '14:05 h', '2:05 p. m.', '2:05\u00a0p.\u00a0m.', '14:05:00', '14:05 horas'],
  ],
  ['09:30', ['9:30']],
  ['18:00', ['18']],
  ['00:00', ['00:00']],
  ['00:30', ['12:30 am']],
  [undefined, ['', '24:00', '14:60', '13:00 pm', '1:2', 'mediodía']],
])('a time is read by either clock', (time, texts) => {
  for (const typed of texts) expect(typedTime(typed), typed).toBe(time)
})
