// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { useList, type ListPage, type ListState } from './use-list.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = () => renderHook(() => useList('-created_at')).result
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const pageUntil = (next: string | undefined): ListPage<unknown> => ({ rows: [], total: 60, next })

test('search and filter are requested 100 ms after the last change, the search without its outer blanks', () => {
  const list = show()
  for (const typed of [' a', ' an', ' ana ']) {
    act(() => list.current.type(typed))
    act(() => list.current.choose('active'))
    pass(99)
    act(() => list.current.choose('all'))
    expect([list.current.typed, list.current.asked.search]).toEqual([typed, ''])
  }
  act(() => list.current.choose('active'))
  pass(100)
  expect(list.current.asked).toMatchObject({ search: 'ana', filter: 'active' })
  expect(list.current.isFiltered).toBe(true)
})

test('each page begins at the end of the former one, forwards and back', () => {
  const list = show()
  const places: unknown[] = []
  const turn = (to: (state: ListState) => void) => {
    act(() => to(list.current))
    places.push([list.current.asked.after, list.current.before])
  }
  for (const next of ['one', 'two', undefined]) turn(({ toNext }) => toNext(pageUntil(next)))
  for (let times = 0; times < 3; times += 1) turn(({ toPrevious }) => toPrevious())
  const expected = [
    ['one', 20],
    ['two', 40],
    ['two', 40],
    ['one', 20],
    [undefined, 0],
    [undefined, 0],
  ]
  expect(places).toEqual(expected)
})

testTable([
  ['search', (list: ListState) => list.type('ana')],
  ['filter', (list: ListState) => list.choose('active')],
  ['order', (list: ListState) => list.sortBy('created_at')],
])('another search, filter or order begins with its first page', (what, change) => {
  const list = show()
  act(() => list.current.toNext(pageUntil('one')))
  act(() => change(list.current))
  pass(100)
  expect([list.current.asked.after, list.current.before], what).toEqual([undefined, 0])
  cleanup()
})
