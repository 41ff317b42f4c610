import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { describe, expect, test } from 'vitest'
import { vcardFileName, vcardOf } from './vcard.ts'
import { testTable } from '../../tests/support/every.ts'
import { DETAIL_FIELDS, DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'

const maria: PublicProfile = {
  id: '0190b5a0-7c1e-7d3a-8f00-0000000000a1',
  slug: 'maria-gonzalez',
  ...NO_DETAILS,
  name: 'María José',
  lastname: 'González Soto',
  ...DEFAULT_THEME,
  profile_image: null,
  company_logo: null,
  background_image: null,
  updated_at: '2026-03-02T12:00:00.000Z',
}
const cardOf = (change: Partial<PublicProfile> = {}, photo?: Buffer): string =>
  vcardOf({ ...maria, ...change }, { publicUrl: 'https://tarjetas.example', photo })

interface Property {
  /** With its group and parameters: `item1.URL`, `TEL;TYPE=CELL,VOICE`. */
  readonly name: string
  readonly value: string
}

/** A strict reader of RFC 2426: lines end in CRLF, folded ones continue after a space, names end at a colon. */
function propertiesOf(card: string): readonly Property[] {
  expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = card.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  expect(lines.pop()).toBe('')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      expect(colon, `a property: ${line}`).toBeGreaterThan(0)
      return { name: line.slice(0, colon), value: line.slice(colon + 1) }
    })
}

const valuesOf = (card: string, name: string): readonly string[] =>
  propertiesOf(card).flatMap((property) => (property.name === name ? [property.value] : []))

const unescaped = (value: string): string =>
  value.replaceAll(/\\(.)/gs, (_, sign: string) => (sign === 'n' ? '\n' : sign))

/** The parts of a value between semicolons that are not escaped. */
const partsOf = (value: string): readonly string[] =>
  value
    .replaceAll(/\\.|;/gs, (sign) => (sign === ';' ? '\0' : sign))
    .split('\0')
    .map(unescaped)

const PHOTO = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7 + (index >> 8)) % 256))
const linesOf = (card: string): readonly string[] => card.split('\r\n')

describe('a contact file', () => {
  test('is a vCard 3.0 without the relics of 2.1 [SCR-7]', () => {
    const card = cardOf({ bio: 'Ñuñoa' }, PHOTO)
    expect(linesOf(card).slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:3.0'])
    expect(card).not.toMatch(/^\ufeff|CHARSET|QUOTED-PRINTABLE/i)
    expect(valuesOf(card, 'PRODID')).toEqual([`-//${PRODUCT.name}//ES`])
    expect(valuesOf(card, 'UID')).toEqual([`urn:uuid:${maria.id}`])
  })

  test('has no field that the profile does not have', () => {
    const names = propertiesOf(cardOf()).map(({ name }) => name)
    expect(names.join(' ')).toBe('BEGIN VERSION PRODID UID N FN item1.URL item1.X-ABLabel REV END')
  })
})

describe('the name', () => {
  test('has its five parts and its full form', () => {
    expect(linesOf(cardOf())).toContain('N:González Soto;María José;;;')
    expect(linesOf(cardOf())).toContain('FN:María José González Soto')
  })

  testTable([
    [{ name: '', lastname: 'Soto' }, 'Soto;;;;', 'Soto'],
    [{ name: '', lastname: '', company: 'Andes Norte' }, ';Andes Norte;;;', 'Andes Norte'],
    [{ name: '', lastname: '' }, ';maria-gonzalez;;;', 'maria-gonzalez'],
    [{ name: ' ', lastname: ' ', company: ' ' }, ';maria-gonzalez;;;', 'maria-gonzalez'],
  ])('is always there', (change, n, fn) => {
    expect(valuesOf(cardOf(change), 'N')).toEqual([n])
    expect(valuesOf(cardOf(change), 'FN')).toEqual([fn])
  })

  test('with every special sign escapes those that mean something and no others', () => {
    const name = String.raw`O'Higgins; "Ñuñoa", S.A.\\`
    const card = cardOf({ name, lastname: '' })
    expect(linesOf(card)).toContain(String.raw`FN:O'Higgins\; "Ñuñoa"\, S.A.\\\\`)
    expect(linesOf(card)).toContain(String.raw`N:;O'Higgins\; "Ñuñoa"\, S.A.\\\\;;;`)
    expect(unescaped(valuesOf(card, 'FN')[0] ?? '')).toBe(name)
    expect(valuesOf(card, 'N').map(partsOf)).toEqual([['', name, '', '', '']])
  })
})

describe('phones, addresses and links', () => {
  const MOBILE = '+56 9 1234 5678'
  const CHAT = 'item3.TEL;TYPE=CELL,VOICE'
  const CALL = 'item2.TEL;TYPE=WORK,VOICE'
  testTable<[Partial<PublicProfile>, readonly string[]]>([
    [{ phone: '+54 9 11 2345-6789' }, ['TEL;TYPE=CELL,VOICE:+5491123456789']],
    [{ phone: 'fono 2234567' }, ['TEL;TYPE=WORK,VOICE:2234567']],
    [{ whatsapp: 'https://wa.me/34612345678' }, [`${CHAT}:+34612345678`, 'item3.X-ABLabel:WhatsApp']],
    [{ phone: MOBILE, whatsapp: 'wa.me/56912345678' }, ['TEL;TYPE=CELL,VOICE:+56912345678']],
    [{ phone: '+56 45 212 3456' }, ['TEL;TYPE=WORK,VOICE:+56452123456']],
    [
      { custom_link: 'tel:+56 2 2345 6789', custom_link_title: 'Central' },
      [`${CALL}:+56223456789`, 'item2.X-ABLabel:Central'],
    ],
    [{ custom_link: 'tel:+56 2 2345 6789' }, []],
    [
      { phone: '+56 2 2345 6789', custom_link: 'tel:223456789', custom_link_title: 'Central' },
      ['TEL;TYPE=WORK,VOICE:+56223456789'],
    ],
    // Of a range that the library does not know yet.
    [{ phone: '+351 999 999 999' }, ['TEL;TYPE=CELL,VOICE:+351999999999']],
  ])('each number stands there once, by its type', (change, lines) => {
    const all = linesOf(cardOf(change))
    const at = all.flatMap((line, index) => (line.includes('TEL;') ? [index] : []))
    const found = at.flatMap((index) => {
      const label = all[index]?.startsWith('item') ? [all[index + 1]] : []
      return [all[index], ...label]
    })
    expect(found).toEqual(lines)
    expect(all.filter((line) => line.includes('URL:tel:'))).toEqual([])
  })

  test('the profile’s own page comes first, then each network with its label, for iOS and for Android', () => {
    const card = cardOf({
      whatsapp: '+56 9 1234 5678',
      linkedin: 'antoniarivas',
      instagram: '@antonia.rivas',
      custom_link: 'https://x.example/a,b;c',
      custom_link_title: 'Agenda; hoy',
    })
    const links = propertiesOf(card).filter(({ name }) => /^item\d/.test(name))
    expect(links.map(({ name, value }) => `${name}=${value}`)).toEqual([
      'item1.URL=https://tarjetas.example/pages/maria-gonzalez',
      'item1.X-ABLabel=Perfil',
      'item2.URL=https://wa.me/56912345678',
      'item2.X-ABLabel=WhatsApp',
      'item3.URL=https://www.linkedin.com/in/antoniarivas/',
      'item3.X-ABLabel=LinkedIn',
      'item4.URL=https://www.instagram.com/antonia.rivas/',
      'item4.X-ABLabel=Instagram',
      'item5.URL=https://x.example/a,b;c',
      String.raw`item5.X-ABLabel=Agenda\; hoy`,
      'item6.TEL;TYPE=CELL,VOICE=+56912345678',
      'item6.X-ABLabel=WhatsApp',
    ])
    expect(valuesOf(card, 'X-SOCIALPROFILE;TYPE=linkedin')).toEqual([
      'https://www.linkedin.com/in/antoniarivas/',
    ])
    expect(valuesOf(card, 'X-SOCIALPROFILE;TYPE=instagram')).toHaveLength(1)
  })
})

testTable([
  [
    { custom_link: 'mailto:ventas@x.cl', custom_link_title: 'Ventas; hoy' },
    ['item2.EMAIL;TYPE=INTERNET:ventas@x.cl'],
  ],
  [
    { email: 'ana@x.cl', custom_link: 'mailto:r%26d@x.cl', custom_link_title: 'Ventas' },
    ['EMAIL;TYPE=INTERNET:ana@x.cl', 'item2.EMAIL;TYPE=INTERNET:r&d@x.cl'],
  ],
  [
    { email: 'ana@x.cl', custom_link: 'mailto:Ana@X.cl', custom_link_title: 'Yo' },
    ['EMAIL;TYPE=INTERNET:ana@x.cl'],
  ],
])('an e-mail in the owner’s link is an e-mail of the contact, once', (change, lines) => {
  const all = linesOf(cardOf(change))
  expect(all.filter((line) => /EMAIL|mailto/i.test(line))).toEqual(lines)
})

describe('the name of the file', () => {
  testTable([
    ['ñ'.repeat(200), 'ñ'.repeat(125)],
    [`${'a'.repeat(249)}e\u0301e\u0301`, 'a'.repeat(249)],
    [`e${'\u0301'.repeat(200)}`, 'maria-gonzalez'],
  ])('has at most 255 bytes, cut at a letter', (name, cut) => {
    const [, pretty = ''] = vcardFileName({ ...maria, name, lastname: '' }).split("UTF-8''")
    expect(decodeURIComponent(pretty)).toBe(`${cut}.vcf`)
  })

  testTable(["O'Higgins (jefa)*", 'Ana\r\nSet-Cookie: x=1', '100 % ñ 😀'])(
    'is one value, and decodes to the name',
    (name) => {
      const header = vcardFileName({ ...maria, name, lastname: '' })
      const encoded = /^attachment; filename="maria-gonzalez\.vcf"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
        header,
      )
      expect(decodeURIComponent(encoded?.[1] ?? '')).toBe(`${name}.vcf`)
    },
  )
})

const LINE_OCTETS_MAX = 75
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
