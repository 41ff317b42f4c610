import { afterEach, expect, test, vi } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { reportStartFault } from './start-fault.ts'

afterEach(() => vi.restoreAllMocks())

function told(error: unknown): unknown {
  const heard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reportStartFault(error)
  return heard.mock.calls[0]?.[0]
}

test.each([
  ['a statement that is not answered', new Error('Query read timeout'), 'Query read timeout'],
  ['a log that does not answer', new StoreError('Unavailable', 'the log is away'), 'the log is away'],
])('%s is told as what stopped answering, and what to do', (_what, error, cause) => {
  expect(told(error)).toMatch(`dejó de responder durante el inicio (${cause}): revisa que funcionen`)
})

test('what is wrong with the settings is told in its own words', () => {
  expect(told(new StartError('PORT: debe ser un número.'))).toBe('PORT: debe ser un número.')
})

test('whatever else is told as unexpected', () => {
  expect(told(new TypeError('x is not a function'))).toMatch('error inesperado')
})
