// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DateField } from './DateField.tsx'
import { TimeField } from './TimeField.tsx'

let hasNetwork = true
vi.mock('./DayCalendar.tsx', (original) =>
  hasNetwork ? original() : Promise.reject(new TypeError('Failed to fetch')),
)

const person = userEvent.setup({ delay: null })
const seen: string[] = []
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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
const openCalendar = async () => {
  await person.click(screen.getByRole('button', { name: 'Desde: elegir en el calendario' }))
  return screen.findByRole('grid')
}

test('a calendar that could not be loaded without a network opens once it is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  hasNetwork = false
  render(<Shown />)
  await person.click(screen.getByRole('button', { name: 'Desde: elegir en el calendario' }))
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  hasNetwork = true
  network.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect((await screen.findByRole('grid')).isConnected).toBe(true)
})

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

test('a day is picked by keys in a Spanish calendar that begins on Monday', async () => {
  render(<Shown first="2026-11-26" max="2026-11-27" />)
  const grid = await openCalendar()
  expect(screen.getByText('noviembre 2026').textContent).toBe('noviembre 2026')
  expect([...grid.querySelectorAll('th')].map(({ textContent }) => textContent).join(' ')).toBe(
    'lu ma mi ju vi sá do',
  )
  const chosen = screen.getByRole('button', { name: /jueves, 26 de noviembre de 2026, seleccionado$/ })
  await waitFor(() => expect(document.activeElement).toBe(chosen))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /28 de noviembre/ }).disabled).toBe(true)
  await person.keyboard('{ArrowLeft}{ArrowUp}{Enter}')
  expect(seen).toEqual(['2026-11-18'])
  expect(field().value).toBe('18-11-2026')
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
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
