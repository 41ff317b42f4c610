import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activationAddress,
  CODE_ALPHABET,
  CODE_CHARS,
  codeInHash,
  newCode,
  normalCode,
} from './activation-code.ts'
import { testTable } from '../../tests/support/every.ts'

const seed = Number(process.env['TEST_SEED'])
const CODE = 'K7WM-3XQA-9PZT'
const sign = fc.constantFrom(...CODE_ALPHABET)
const signs = fc.array(sign, { minLength: CODE_CHARS, maxLength: CODE_CHARS })

test('the alphabet has 31 signs, each once, and none that looks like another', () => {
  expect(new Set(CODE_ALPHABET).size).toBe(31)
  expect(CODE_ALPHABET).toMatch(/^[2-9A-Z]+$/)
  expect([...CODE_ALPHABET].filter((letter) => '01OIL'.includes(letter))).toEqual([])
})

describe('a typed code', () => {
  testTable([
    CODE,
    'k7wm-3xqa-9pzt',
    'K7WM3XQA9PZT',
    ' k7wm 3xqa 9pzt ',
    'K7WM–3XQA—9PZT',
    'K7WM_3XQA.9PZT',
    'K7-WM3X-QA9P-ZT',
    'Ｋ７ＷＭ－３ＸＱＡ－９ＰＺＴ',
    'ｋ７ｗｍ３ｘｑａ９ｐｚｔ',
    'K7WM\u00a03XQA\t9PZT\n',
    '\u202aK7WM-3XQA-9PZT\u202c',
    'K7WM\u00ad3XQA\u200b9PZT',
  ])('is read as the printed code', (typed) => {
    expect(normalCode(typed)).toBe(CODE)
  })

  testTable([
    '',
    'K7WM-3XQA-9PZ',
    'K7WM-3XQA-9PZTT',
    'K7WM-3XQA-9PZ0',
    'O7WM-3XQA-9PZT',
    'K7WM-3XQA-9PZ1',
    'I7WM-3XQA-9PZT',
    'L7WM-3XQA-9PZT',
    'Ñ7WM-3XQA-9PZT',
    'К7WM-3XQA-9PZT', // Cyrillic Ka
    'K7WM/3XQA/9PZT',
    'K7WM-3XQA-9PZT; drop',
    `${CODE}${' '.repeat(300)}`,
  ])('that is another is no code', (typed) => {
    expect(normalCode(typed)).toBeUndefined()
  })

  test('is the same in any case and with any gaps', () => {
    const gap = fc.constantFrom('', '-', ' ', '–', '\u00a0', '.', '_')
    const places = { minLength: CODE_CHARS, maxLength: CODE_CHARS }
    fc.assert(
      fc.property(signs, fc.array(gap, places), fc.array(fc.boolean(), places), (code, gaps, lower) => {
        const typed = code.map((letter, at) => `${lower[at] ? letter.toLowerCase() : letter}${gaps[at]}`)
        const printed = normalCode(typed.join(''))
        expect(printed?.replaceAll('-', '')).toBe(code.join(''))
        expect(normalCode(printed ?? '')).toBe(printed)
      }),
      { seed },
    )
  })

  test('is either no code or three groups of four signs of the alphabet, whatever is typed', () => {
    const odd = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 20, arbitrary: sign }, odd), { minLength: 10, maxLength: 16 }),
        (typed) => {
          const code = normalCode(typed.join(''))
          if (code !== undefined) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(?:-[2-9A-HJKMNP-Z]{4}){2}$/)
        },
      ),
      { seed, numRuns: 1_000 },
    )
  })
})

describe('a new code', () => {
  test('is drawn character by character, each from the whole alphabet', () => {
    fc.assert(
      fc.property(signs, (chosen) => {
        const asked: number[] = []
        const code = newCode((n) => {
          asked.push(n)
          return CODE_ALPHABET.indexOf(chosen[asked.length - 1] ?? '')
        })
        expect(code.replaceAll('-', '')).toBe(chosen.join(''))
        expect(asked).toEqual(Array.from({ length: CODE_CHARS }, () => CODE_ALPHABET.length))
        expect(normalCode(code)).toBe(code)
      }),
      { seed },
    )
  })

  test('has every sign equally often at every position where chance is fair', () => {
    const codes = Array.from({ length: CODE_ALPHABET.length }, (_, nth) =>
      newCode(() => nth).replaceAll('-', ''),
    )
    for (let place = 0; place < CODE_CHARS; place += 1)
      expect(codes.map((code) => code[place]).join('')).toBe(CODE_ALPHABET)
  })
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
  ['', undefined],
  ['#', undefined],
  ['#code=', undefined],
  ['#code=K7WM', undefined],
  ['#session_id=K7WM-3XQA-9PZT', undefined],
])('only a code behind an address is read', (hash, code) => expect(codeInHash(hash)).toBe(code))
