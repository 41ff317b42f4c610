// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { hideReminderToken } from './reminder-token.ts'

test.each([
  ['/pages/ana?t=abc', '/pages/ana'],
  ['/pages/ana?t=abc#guardar', '/pages/ana#guardar'],
  ['/pages/ana?s=nfc&t=abc&x=1', '/pages/ana?s=nfc&x=1'],
])('the token of %s is taken out of the address', (before, after) => {
  history.replaceState({ kept: true }, '', before)
  const entries = history.length
  hideReminderToken(location, history)
  expect(location.pathname + location.search + location.hash).toBe(after)
  expect(history.state).toEqual({ kept: true })
  expect(history.length).toBe(entries)
})

test('an address without a token stays as it was written', () => {
  history.replaceState(null, '', '/pages/ana?s=nfc&x=%20')
  hideReminderToken(location, history)
  expect(location.search).toBe('?s=nfc&x=%20')
})
