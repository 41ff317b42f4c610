import { expect, test } from 'vitest'
import { searchWith } from './search-with.ts'

test('other values replace those of the address, and empty ones leave it', () => {
  expect(searchWith('?tab=historial&type=SignedIn&event=7', { type: '', from: '2026-11-19' })).toBe(
    '?tab=historial&event=7&from=2026-11-19',
  )
})
