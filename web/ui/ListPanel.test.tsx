import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ListPanel, type ListAnswer } from './ListPanel.tsx'
import { useList, type ListPage } from './use-list.ts'

interface Row {
  readonly id: string
}
type Answer = ListAnswer<Row>
const rowsOf = (...names: readonly string[]): readonly Row[] => names.map((id) => ({ id }))
const answerOf = (page: Partial<ListPage<Row>> | undefined, more: Partial<Answer> = {}): Answer => ({
  data: page && { rows: rowsOf('Ana', 'Bea'), total: 2, next: undefined, ...page },
  isFetching: false,
  isError: false,
  refetch: () => undefined,
  ...more,
})

const STATES = [
  { value: 'all', text: 'Todos' },
  { value: 'active', text: 'Activos' },
] as const

interface ShownProps {
  readonly answer: Answer
}

function Shown({ answer }: ShownProps) {
  const list = useList('name')
  const { search, after = 'the start' } = list.request
  return (
    <>
      <samp>{`«${search}» after ${after}`}</samp>
      <ListPanel
        list={list}
        answer={answer}
        label="Nombres"
        things="los nombres"
        unit={['nombre', 'nombres']}
        searchLabel="Buscar un nombre"
        states={STATES}
        empty={<p>Todavía no hay nombres.</p>}
        card={({ id }) => (
          <li key={id}>
            <button>{id}</button>
          </li>
        )}
      />
    </>
  )
}

const show = (answer: Answer) => {
  const { rerender } = render(<Shown answer={answer} />)
  return (next: Answer) => rerender(<Shown answer={next} />)
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const search = (text: string) => userEvent.type(screen.getByLabelText('Buscar un nombre'), text)
const asked = (): string | null => document.querySelector('samp')?.textContent ?? null
const searched = (text: string) => waitFor(() => expect(asked()).toContain(`«${text}»`))

test('a list that fails shows it and can be requested again, though older rows are shown', async () => {
  const refetch = vi.fn()
  show(answerOf({}, { isError: true, refetch }))
  expect(screen.getByRole('alert').textContent).toContain('No pudimos cargar los nombres.')
  expect(screen.queryByText('2 nombres')).toBeNull()
  await userEvent.click(button('Reintentar'))
  expect(refetch).toHaveBeenCalledOnce()
})

test('grey bars stand before the first answer, rows that are read again are marked as old, and no rows are explained', () => {
  const answer = show(answerOf(undefined, { isFetching: true }))
  expect(screen.getByText('Cargando…').closest('[aria-busy=true]')).not.toBeNull()
  expect(screen.queryByText(/nombre/)).toBeNull()
  answer(answerOf({}, { isFetching: true }))
  expect(button('Ana').closest('[aria-busy=true]')?.className).toContain('stale')
  answer(answerOf({ rows: [], total: 0 }))
  for (const text of ['Todavía no hay nombres.', '0 nombres'])
    expect(screen.getAllByText(text)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Limpiar filtros' })).toBeNull()
})

test('without a match, the filters can be cleared, and the focus stays in the list', async () => {
  const answer = show(answerOf({}))
  await search('zoe')
  await searched('zoe')
  answer(answerOf({ rows: [], total: 0 }))
  expect(screen.getAllByText('Nada coincide con tu búsqueda.')).toHaveLength(1)
  await userEvent.click(button('Limpiar filtros'))
  await searched('')
  answer(answerOf({}))
  expect(screen.getByLabelText<HTMLInputElement>('Buscar un nombre').value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'los nombres' }))
})

test('the focus goes to the list when the row that had it is gone', async () => {
  const rerender = show(answerOf({}))
  button('Bea').focus()
  rerender(answerOf({ rows: rowsOf('Ana'), total: 1 }))
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'los nombres' }))
  expect(screen.getAllByText('1 nombre')).toHaveLength(1)
})

const FULL = { total: 1_206, rows: Array.from({ length: 20 }, (_, n) => ({ id: `Nombre ${n}` })) }

test('the pager names the shown rows, leads to the next page and back, and another search begins with the first', async () => {
  const rerender = show(answerOf({ ...FULL, next: 'one' }))
  expect(screen.getAllByText('Mostrando 1 a 20 de 1.206 resultados')).toHaveLength(1)
  expect(button('Anterior').disabled).toBe(true)
  await userEvent.click(button('Siguiente'))
  expect(asked()).toContain('after one')
  rerender(answerOf({ rows: rowsOf('Zoe'), total: 1_206 }))
  expect(screen.getAllByText('Mostrando 21 a 21 de 1.206 resultados')).toHaveLength(1)
  expect(button('Siguiente').disabled).toBe(true)
  await userEvent.click(button('Anterior'))
  expect(asked()).toContain('after the start')
  rerender(answerOf({ ...FULL, next: 'one' }))
  await userEvent.click(button('Siguiente'))
  await search('n')
  await waitFor(() => expect(asked()).toBe('«n» after the start'))
})

test('a press before the page is there skips none, and a last page that lost its rows gives way', async () => {
  const rerender = show(answerOf({ ...FULL, next: 'one' }))
  await userEvent.click(button('Siguiente'))
  rerender(answerOf({ ...FULL, next: 'one' }, { isFetching: true }))
  await userEvent.click(button('Siguiente'))
  rerender(answerOf({ ...FULL, next: 'two' }))
  expect(screen.getAllByText('Mostrando 21 a 40 de 1.206 resultados')).toHaveLength(1)
  rerender(answerOf({ rows: [], total: 20 }))
  expect(asked()).toContain('after the start')
})

test('of a search no more than a thousand are counted, unless counters have its total', async () => {
  const rerender = show(answerOf({ ...FULL, total: 1_001, next: 'one' }))
  expect(screen.getAllByText('1.001 nombres')).toHaveLength(1)
  await search('n')
  await screen.findByText('más de 1.000 nombres')
  expect(screen.getAllByText('Mostrando 1 a 20 de más de 1.000 resultados')).toHaveLength(1)
  rerender(answerOf({ ...FULL, total: 1_000 }))
  expect(screen.getAllByText('1.000 nombres')).toHaveLength(1)
  rerender(answerOf({ ...FULL, total: 5_000 }))
  expect(screen.getAllByText('5.000 nombres')).toHaveLength(1)
})
