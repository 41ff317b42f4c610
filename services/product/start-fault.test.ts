import { afterEach, expect, test, vi } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { reportStartFault } from './start-fault.ts'

afterEach(() => vi.restoreAllMocks())

function reported(error: unknown): unknown {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reportStartFault(error)
  return printed.mock.calls[0]?.[0]
}

test.each([
  ['a statement that is not answered', new Error('Query read timeout'), 'Query read timeout'],
  [
    'a log that does not answer',
    new StoreError('Unavailable', 'the log is unavailable'),
    'the log is unavailable',
  ],
])('the report about %s names the cause and the remedy', (_what, error, cause) => {
  expect(reported(error)).toMatch(`dejó de responder durante el inicio (${cause}): revisa que funcionen`)
})

test('a wrong setting is reported in its own words', () => {
  expect(reported(new StartError('PORT: debe ser un número.'))).toBe('PORT: debe ser un número.')
})

test('an unreadable event is named, with the remedy', () => {
  const facts = { position: 14n, stream: 'store-identity', revision: 1n }
  expect(reported(new StoreError('Corrupt', 'data: not an object', { facts }))).toMatch(
    /^El evento 14 \(store-identity\) no se puede leer .*parked list/,
  )
})

test('any other error is reported as unexpected', () => {
  expect(reported(new TypeError('x is not a function'))).toMatch('error inesperado')
})
