// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateField } from './DateField.tsx'
import { TimeField } from './TimeField.tsx'

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
