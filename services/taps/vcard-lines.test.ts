import { DETAIL_FIELDS } from '@app/contracts/profiles/events.ts'
import { describe, expect, test } from 'vitest'
import { cardOf, propertiesOf, valuesOf } from './testing/vcard-reader.ts'
import { testTable } from '../../tests/support/every.ts'

const PHOTO = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7 + (index >> 8)) % 256))
const LINE_OCTETS_MAX = 75
const linesOf = (card: string): readonly string[] => card.split('\r\n')
const octets = (line: string): number => Buffer.byteLength(line)

/** Reads bytes like a phone: text that was cut within a character would be damaged. */
function expectWholeLines(card: string): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for (const line of linesOf(card)) {
    expect(octets(line)).toBeLessThanOrEqual(LINE_OCTETS_MAX)
    expect(utf8.decode(Buffer.from(line))).toBe(line)
  }
}

describe('lines', () => {
  test('of 75 octets are left alone, longer ones fold before the 76th', () => {
    const bio = 'x'.repeat(LINE_OCTETS_MAX - 'NOTE:'.length)
    expect(linesOf(cardOf({ bio }))).toContain(`NOTE:${bio}`)
    const folded = linesOf(cardOf({ bio: `${bio}y` }))
    expect(folded[folded.indexOf(`NOTE:${bio}`) + 1]).toBe(' y')
  })

  test('are as long as they may be, the space that continues them included', () => {
    const bio = `${'ñ'.repeat(35)}${'a'.repeat(74)}${'é'.repeat(30)}`
    const lines = linesOf(cardOf({ bio }))
    const first = lines.findIndex((line) => line.startsWith('NOTE:'))
    expect(lines.slice(first, first + 4).map(octets)).toEqual([75, 75, 61, octets('REV:20260302T120000Z')])
  })
})

describe('a photo', () => {
  const card = cardOf({ bio: 'x'.repeat(300) }, PHOTO)

  test('is base64 of the JPEG itself, byte for byte', () => {
    const [photo] = valuesOf(card, 'PHOTO;ENCODING=b;TYPE=JPEG')
    expect(Buffer.from(photo ?? '', 'base64').equals(PHOTO)).toBe(true)
    expectWholeLines(card)
  })

  test('comes last, with one empty line behind it: Samsung wants one', () => {
    expect(propertiesOf(card).at(-2)?.name).toBe('PHOTO;ENCODING=b;TYPE=JPEG')
    expect(linesOf(card).slice(-3)).toEqual(['', 'END:VCARD', ''])
    expect(linesOf(card).filter((line) => line === '')).toHaveLength(2)
  })

  test('that is absent leaves no line', () => {
    expect(cardOf()).not.toContain('PHOTO')
    expect(linesOf(cardOf()).filter((line) => line === '')).toEqual([''])
  })
})

/** Properties of a profile, and their number. */
const ONCE = ['BEGIN', 'VERSION', 'PRODID', 'UID', 'N', 'FN', 'REV', 'END']
const AT_MOST_ONCE = [
  'ORG',
  'TITLE',
  'NOTE',
  'TEL;TYPE=CELL,VOICE',
  'TEL;TYPE=WORK,VOICE',
  'EMAIL;TYPE=INTERNET',
]
const OTHERS =
  /^(?:item\d\.(?:URL|TEL;TYPE=(?:CELL|WORK),VOICE|X-ABLabel)|X-SOCIALPROFILE;TYPE=(?:linkedin|instagram|facebook))$/

function expectNothingInjected(card: string): void {
  expectWholeLines(card)
  // Some readers end a line wherever Unicode does.
  expect(card).not.toMatch(/[\u0085\u2028\u2029]/)
  const names = propertiesOf(card).map(({ name }) => name)
  const countOf = (name: string): number => names.filter((one) => one === name).length
  expect(ONCE.map(countOf)).toEqual(ONCE.map(() => 1))
  expect(AT_MOST_ONCE.filter((name) => countOf(name) > 1)).toEqual([])
  expect(names.filter((name) => ![...ONCE, ...AT_MOST_ONCE].includes(name) && !OTHERS.test(name))).toEqual([])
  expect([names[0], names.at(-1)]).toEqual(['BEGIN', 'END'])
}

testTable(['\r\n', '\n', '\r', '\n\n', '\\\n', '\r\n ', '\u2028', '\u2029'])(
  'hostile text after a break of any kind adds no property, in any field [ACC-18]',
  (lineBreak) => {
    const hostile = `x${lineBreak}TEL:666${lineBreak}END:VCARD${lineBreak}BEGIN:VCARD`
    for (const field of DETAIL_FIELDS) expectNothingInjected(cardOf({ [field]: hostile }))
    const everywhere = Object.fromEntries(DETAIL_FIELDS.map((field) => [field, hostile]))
    expectNothingInjected(cardOf(everywhere))
  },
)
