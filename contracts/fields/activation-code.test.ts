import { expect, test } from 'vitest'
import { activationAddress, CODE_ALPHABET, codeInHash, normalCode } from './activation-code.ts'
import { testTable } from '../../tests/support/every.ts'

const CODE = 'K7WM-3XQA-9PZT'

test('the alphabet has 31 signs, each once, and none that looks like another', () => {
  expect(new Set(CODE_ALPHABET).size).toBe(31)
  expect(CODE_ALPHABET).toMatch(/^[2-9A-Z]+$/)
  expect([...CODE_ALPHABET].filter((letter) => '01OIL'.includes(letter))).toEqual([])
})

testTable([
  ' k7wm 3xqa 9pzt ',
  'Ｋ７ＷＭ－３ＸＱＡ－９ＰＺＴ',
  'K7WM\u00a03XQA\t9PZT\n',
  '\u202aK7WM-3XQA-9PZT\u202c',
  'K7WM\u00ad3XQA\u200b9PZT',
])('a typed code is read as the printed code', (typed) => {
  expect(normalCode(typed)).toBe(CODE)
})

testTable([
  'K7WM-3XQA-9PZ',
  'K7WM-3XQA-9PZTT',
  'Ñ7WM-3XQA-9PZT',
  'К7WM-3XQA-9PZT',
  `${CODE}${' '.repeat(300)}`,
])('a typed code that is another is no code', (typed) => {
  expect(normalCode(typed)).toBeUndefined()
})

test('an address for a code has it where no request sends it', () => {
  const address = new URL(activationAddress('https://tarjetas.example', CODE))
  expect([address.origin, address.pathname, address.search]).toEqual([
    'https://tarjetas.example',
    '/activate',
    '',
  ])
  expect(codeInHash(address.hash)).toBe(CODE)
})

testTable([
  ['#code=k7wm3xqa9pzt', CODE],
  ['#code=K7WM-3XQA-9PZT).', CODE],
  ['#code=K7WM-3XQA-9PZT%3E', CODE],
  ['', undefined],
  ['#session_id=K7WM-3XQA-9PZT', undefined],
])('only a code behind an address is read', (hash, code) => expect(codeInHash(hash)).toBe(code))
