// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { hideParameter } from './hide-parameter.ts'

test.each([
  ['/pages/ana?t=abc', '/pages/ana'],
  ['/pages/ana?t=abc#guardar', '/pages/ana#guardar'],
  ['/pages/ana?s=nfc&t=abc&x=%20', '/pages/ana?s=nfc&x=%20'],
  ['/pages/ana?t=abc&t=d&tt=1', '/pages/ana?tt=1'],
  ['/pages/ana?s=nfc&x=%20', '/pages/ana?s=nfc&x=%20'],
])('of %s a parameter of the visit is hidden, and nothing else', (before, after) => {
  history.replaceState({ kept: true }, '', before)
  const entries = history.length
  hideParameter('t', location, history)
  expect(location.pathname + location.search + location.hash).toBe(after)
  expect(history.state).toEqual({ kept: true })
  expect(history.length).toBe(entries)
  hideParameter('s', location, history, { visitId: 'v' })
  expect([location.search.includes('s='), history.state]).toEqual([false, { visitId: 'v' }])
})
