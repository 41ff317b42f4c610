import { expect, test } from 'vitest'
import { createLineIds } from './line-ids.ts'

const idsOf = (lines: readonly string[]): string[] => {
  const idOf = createLineIds()
  return lines.map((line) => idOf(Buffer.from(line, 'latin1')))
}

test('ids on disk never change', () => {
  expect(idsOf(['a line', 'a line'])).toEqual([
    'e6806137-169d-5192-9e22-d1373c4ea1ed',
    '893830fc-ec6c-5bb6-baa7-458bda148eb1',
  ])
})

test('a line has the same id anywhere in a file', () => {
  const [first, second] = idsOf(['a', 'a'])
  expect(idsOf(['b', 'a', 'c', 'a'])).toEqual([expect.any(String), first, expect.any(String), second])
})

test('ids depend on bytes, not on characters', () => {
  expect(new Set(idsOf(['\u00e9', '\u00c3\u00a9'])).size).toBe(2)
})
