import { expect, test } from 'vitest'
import { drawBox } from './closing-box.ts'

test('a box is as wide as its longest line, counted in code points', () => {
  expect(drawBox(['Página demo', '🙂 ñ', ''])).toBe(
    ['╭─────────────╮', '│ Página demo │', '│ 🙂 ñ         │', '│             │', '╰─────────────╯'].join(
      '\n',
    ),
  )
})

test('a box without lines has only its border', () => {
  expect(drawBox([])).toBe('╭──╮\n╰──╯')
})
