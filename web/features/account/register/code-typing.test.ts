// @vitest-environment happy-dom
import { CODE_ALPHABET, newCode, normalCode } from '@app/contracts/fields/activation-code.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownCode, showAsCode } from './ActivateScreen.tsx'

const seed = Number(process.env['TEST_SEED'])

test.each([
  ['abcd', 'ABCD'],
  ['abcde', 'ABCD-E'],
  ['abcd-', 'ABCD'],
  [' abcd efgh\tjk23 ', 'ABCD-EFGH-JK23'],
  ['ABCD–EFGH—JK23', 'ABCD-EFGH-JK23'],
  ['ABCDEFGHJK234', 'ABCD-EFGH-JK23-4'],
  ['', ''],
])('%j is shown as %j', (typed, shown) => {
  expect(shownCode(typed)).toBe(shown)
})

test('every code, typed in any case and with anything between its signs, is shown as it is printed', () => {
  const sign = fc.integer({ min: 0, max: CODE_ALPHABET.length - 1 })
  const between = fc.constantFrom('', ' ', '-', '–', '.', '_')
  fc.assert(
    fc.property(
      fc.array(sign, { minLength: 12, maxLength: 12 }),
      between,
      fc.boolean(),
      (signs, gap, low) => {
        const left = [...signs]
        const code = newCode(() => left.shift() ?? 0)
        const typed = [...code.replaceAll('-', '')].join(gap)
        expect(shownCode(low ? typed.toLowerCase() : typed)).toBe(code)
        expect(normalCode(shownCode(typed))).toBe(code)
      },
    ),
    { seed },
  )
})

test('the caret stays after the typed sign', () => {
  const input = document.createElement('input')
  input.value = 'ABxCD-EF'
  input.setSelectionRange(3, 3)
  expect(showAsCode(input)).toBe('ABXC-DEF')
  expect(input.selectionStart).toBe(3)
  input.value = 'ABCDE'
  input.setSelectionRange(5, 5)
  showAsCode(input)
  expect(input.selectionStart).toBe(6)
})
