// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../app/store.ts'
import { sessionEnded, sessionRevoked } from '../app/session/session-slice.ts'
import { testTable } from '../../tests/support/every.ts'
import { signedIn } from '../testing/fixtures.ts'
import { recallList, useList, type ListPage, type ListState } from './use-list.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const show = () => renderHook(() => useList('users', '-created_at')).result
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
  sessionStorage.clear()
})

test('a reload finds search, filter, order and page of its own list; the end of the session forgets them', () => {
  const list = show()
  act(() => list.current.type(' ana '))
  act(() => list.current.choose('active'))
  act(() => list.current.sortBy('profiles_count'))
  pass(100)
  act(() => list.current.toNext(pageUntil('one')))
  cleanup()
  const after = show().current
  expect(after.asked).toEqual({ search: 'ana', filter: 'active', sort: 'profiles_count', after: 'one' })
  expect([after.typed, after.before]).toEqual([' ana ', 20])
  const other = renderHook(() => useList('profiles', '-created_at')).result.current
  expect(other.asked).toEqual({ search: '', filter: 'all', sort: '-created_at', after: undefined })
  cleanup()
  const remembered = sessionStorage.getItem('list:users')!
  for (const ending of [sessionEnded(), sessionRevoked()]) {
    sessionStorage.setItem('list:users', remembered)
    createStore(signedIn).dispatch(ending)
    expect(recallList('users')).toBeUndefined()
  }
})

testTable(['7', '{"typed":1}', '{'])('an unreadable state is not restored', (stored) => {
  sessionStorage.setItem('list:users', stored)
  expect(show().current.asked.sort).toBe('-created_at')
  cleanup()
})
