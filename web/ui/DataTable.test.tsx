// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable, type Column } from './DataTable.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Person {
  readonly id: string
  readonly name: string
  readonly age: number
}
const ANA: Person = { id: '1', name: 'Ana', age: 31 }
const COLUMNS: readonly Column<Person>[] = [
  { head: 'Nombre', isTitle: true, cell: ({ name }) => <b>{name}</b> },
  { head: 'Edad', sort: 'age', isNumber: true, cell: ({ age }) => age },
  { head: 'Acciones', isActions: true, cell: () => <button>Saludar</button> },
]

function Shown() {
  const [sort, setSort] = useState('name')
  return <DataTable label="Personas" columns={COLUMNS} rows={[ANA]} sort={sort} onSort={setSort} />
}
const head = (name: string) => screen.getByRole('columnheader', { name })

test('it is a table also where its rows are cards', () => {
  render(<Shown />)
  const cells = within(screen.getByRole('table', { name: 'Personas' })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Ana', 'Edad31', 'Saludar'])
  expect(screen.getByRole('region', { name: 'Personas' }).tabIndex).toBe(0)
})

test('a column is sorted the greatest first, then the other way round', async () => {
  render(<Shown />)
  expect(head('Edad').getAttribute('aria-sort')).toBe('none')
  await userEvent.click(screen.getByRole('button', { name: 'Edad' }))
  expect(head('Edad').getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Edad' }))
  expect(head('Edad').getAttribute('aria-sort')).toBe('ascending')
})

test('on a phone one list of choices sorts in place of the heads', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
  )
  render(<Shown />)
  expect(within(head('Edad')).queryByRole('button')).toBeNull()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ordenar por' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['Edad, ascendente', 'Edad, descendente'])
  await userEvent.selectOptions(choice, 'Edad, descendente')
  expect(head('Edad').getAttribute('aria-sort')).toBe('descending')
})
