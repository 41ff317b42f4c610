// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListPage } from '../admin-api.ts'
import { useList } from './use-list.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const show = () => renderHook(() => useList('users', '-created_at')).result
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const pageUntil = (next: string | undefined): ListPage<unknown> => ({ rows: [], total: 60, next })

test('a typed search is requested 100 ms after the last key, without its outer blanks', () => {
  const list = show()
  for (const typed of [' a', ' an', ' ana ']) {
    act(() => list.current.type(typed))
    pass(99)
    expect([list.current.typed, list.current.asked.search]).toEqual([typed, ''])
  }
  pass(1)
  expect([list.current.asked.search, list.current.isFiltered]).toEqual(['ana', true])
})

test('a filter is requested 100 ms after the last one chosen', () => {
  const list = show()
  act(() => list.current.choose('active'))
  pass(99)
  expect([list.current.filter, list.current.asked.filter]).toEqual(['active', 'all'])
  act(() => list.current.choose('all'))
  pass(99)
  act(() => list.current.choose('active'))
  pass(99)
  expect(list.current.asked.filter).toBe('all')
  pass(1)
  expect([list.current.asked.filter, list.current.isFiltered]).toEqual(['active', true])
})

test('each page begins at the end of the former one, forwards and back', () => {
  const list = show()
  const places: unknown[] = []
  const look = () => places.push([list.current.asked.after, list.current.before])
  act(() => list.current.toNext(pageUntil('one')))
  look()
  act(() => list.current.toNext(pageUntil('two')))
  look()
  act(() => list.current.toNext(pageUntil(undefined)))
  look()
  act(() => list.current.toPrevious())
  look()
  act(() => list.current.toPrevious())
  look()
  act(() => list.current.toPrevious())
  look()
  expect(places).toEqual([
    ['one', 20],
    ['two', 40],
    ['two', 40],
    ['one', 20],
    [undefined, 0],
    [undefined, 0],
  ])
})

test.each([
  ['search', (list: ReturnType<typeof useList>) => list.type('ana')],
  ['filter', (list: ReturnType<typeof useList>) => list.choose('active')],
  ['order', (list: ReturnType<typeof useList>) => list.sortBy('created_at')],
])('another %s begins with its first page', (_what, change) => {
  const list = show()
  act(() => list.current.toNext(pageUntil('one')))
  act(() => change(list.current))
  pass(100)
  expect([list.current.asked.after, list.current.before]).toEqual([undefined, 0])
})

test('a reload finds search, filter, order and page as they were, of its own list alone', () => {
  const list = show()
  act(() => list.current.type(' ana '))
  act(() => list.current.choose('active'))
  act(() => list.current.sortBy('profiles_count'))
  pass(100)
  act(() => list.current.toNext(pageUntil('one')))
  const before = list.current
  cleanup()
  const after = show().current
  expect(after.asked).toEqual({ search: 'ana', filter: 'active', sort: 'profiles_count', after: 'one' })
  expect([after.asked, after.typed, after.before]).toEqual([before.asked, before.typed, before.before])
  const other = renderHook(() => useList('profiles', '-created_at')).result.current
  expect(other.asked).toEqual({ search: '', filter: 'all', sort: '-created_at', after: undefined })
})

test.each(['7', '{"typed":1}', '{'])('an unreadable state is not restored: %s', (stored) => {
  sessionStorage.setItem('list:users', stored)
  expect(show().current.asked).toEqual({
    search: '',
    filter: 'all',
    sort: '-created_at',
    after: undefined,
  })
})
