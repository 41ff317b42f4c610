import { expect, test } from 'vitest'
import { logPositionReducer, positionWritten } from './api.ts'

const after = (...positions: readonly string[]) =>
  positions.reduce((state, position) => logPositionReducer(state, positionWritten(position)), {
    newest: null as string | null,
  }).newest

test('the newest position is kept, whatever the order of the answers; a text that is none is ignored', () => {
  expect(after('9', '10')).toBe('10')
  expect(after('10', '9')).toBe('10')
  expect(after('9007199254740993', '9007199254740992')).toBe('9007199254740993')
  expect(after('abc', '', '-1', '1.5')).toBeNull()
})
