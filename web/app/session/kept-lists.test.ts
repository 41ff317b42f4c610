// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/fixtures.ts'
import { createStore } from '../store.ts'
import { recallList, rememberList } from './kept-lists.ts'
import { sessionEnded, sessionRevoked } from './session-slice.ts'

const KEPT = { typed: 'ana@correo.example', filter: 'all', sort: '-created_at', of: '', ends: ['one'] }

afterEach(() => sessionStorage.clear())

test.each([sessionEnded(), sessionRevoked()])('a search is removed with the session: %j', (ending) => {
  const store = createStore(signedIn)
  rememberList('users', KEPT)
  expect(recallList('users')).toEqual(KEPT)
  store.dispatch(ending)
  expect(recallList('users')).toBeUndefined()
})
