import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { DataTable, type Column } from './DataTable.tsx'

interface Person {
  readonly id: string
  readonly name: string
  readonly age: number
}
const ANA: Person = { id: '1', name: 'Ana', age: 31 }
const COLUMNS: readonly Column<Person>[] = [
  { head: 'Nombre', sort: 'name', isText: true, isTitle: true, cell: ({ name }) => <b>{name}</b> },
  { head: 'Edad', sort: 'age', isNumber: true, cell: ({ age }) => age },
  { head: 'Acciones', isActions: true, cell: () => <button>Saludar</button> },
]

function Shown() {
  const [sort, setSort] = useState('-since')
  return <DataTable label="Personas" columns={COLUMNS} rows={[ANA]} sort={sort} onSort={setSort} />
}
const head = (name: string) => screen.getByRole('columnheader', { name })

test('it is a table also where its rows are cards', () => {
  render(<Shown />)
  const cells = within(screen.getByRole('table', { name: 'Personas' })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['Ana', 'Edad31', 'Saludar'])
  expect(screen.getByRole('region', { name: 'Personas' }).tabIndex).toBe(0)
})

testTable<readonly [string, readonly string[]]>([
  ['Edad', ['descending', 'ascending', 'descending']],
  ['Nombre', ['ascending', 'descending', 'ascending']],
])(
  'a column of numbers begins with the greatest, one of words with A, and then turns',
  async (name, orders) => {
    render(<Shown />)
    expect(head(name).getAttribute('aria-sort')).toBe('none')
    for (const order of orders) {
      await userEvent.click(screen.getByRole('button', { name }))
      expect(head(name).getAttribute('aria-sort')).toBe(order)
    }
    cleanup()
  },
)

test('on a phone one list of choices sorts in place of the heads', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
  )
  render(<Shown />)
  expect(within(head('Edad')).queryByRole('button')).toBeNull()
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ordenar por' })
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Nombre, ascendente',
    'Nombre, descendente',
    'Edad, ascendente',
    'Edad, descendente',
  ])
  await userEvent.selectOptions(choice, 'Edad, descendente')
  expect(head('Edad').getAttribute('aria-sort')).toBe('descending')
})
