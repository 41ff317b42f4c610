import type { PublicProfile } from '@app/contracts/profile-calls.ts'
import { DETAIL_FIELDS, DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { expect, test } from 'vitest'
import { vcardFileName, vcardOf } from './vcard.ts'
import { testTable } from '../../tests/support/every.ts'

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
const PHOTO = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7 + (index >> 8)) % 256))
const linesOf = (card: string): readonly string[] => card.split('\r\n')

/** By a strict reader of RFC 2426: lines end in CRLF, folded ones continue after a space, names end at a colon. */
function propertiesOf(card: string): readonly (readonly [name: string, value: string])[] {
  expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = linesOf(card.replaceAll(/\r\n[ \t]/g, ''))
  expect(lines.at(-1)).toBe('')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      expect(colon, `a property: ${line}`).toBeGreaterThan(0)
      return [line.slice(0, colon), line.slice(colon + 1)]
    })
}

test('a contact file is a vCard 3.0 without the relics of 2.1, and without fields that the profile lacks [SCR-7]', () => {
  const card = cardOf()
  expect(linesOf(card).slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:3.0'])
  expect(cardOf({ bio: 'Ñuñoa' }, PHOTO)).not.toMatch(/^\ufeff|CHARSET|QUOTED-PRINTABLE/i)
  expect(linesOf(card)).toEqual(
    expect.arrayContaining([`PRODID:-//${PRODUCT.name}//ES`, `UID:urn:uuid:${maria.id}`]),
  )
  const names = propertiesOf(card).map(([name]) => name)
  expect(names.join(' ')).toBe('BEGIN VERSION PRODID UID N FN item1.URL item1.X-ABLabel REV END')
})

testTable([
  [{}, 'González Soto;María José;;;', 'María José González Soto'],
  [{ name: '', lastname: 'Soto' }, 'Soto;;;;', 'Soto'],
  [{ name: '', lastname: '', company: 'Andes Norte' }, ';Andes Norte;;;', 'Andes Norte'],
  [{ name: ' ', lastname: ' ', company: ' ' }, ';maria-gonzalez;;;', 'maria-gonzalez'],
  // Each sign that means something is escaped, and no other.
  [
    { name: String.raw`O'Higgins; "Ñuñoa", S.A.\\`, lastname: '' },
    String.raw`;O'Higgins\; "Ñuñoa"\, S.A.\\\\;;;`,
    String.raw`O'Higgins\; "Ñuñoa"\, S.A.\\\\`,
  ],
])('a name is always there, in its five parts and its full form', (change, n, fn) => {
  const all = linesOf(cardOf(change))
  expect(all.filter((line) => /^F?N:/.test(line))).toEqual([`N:${n}`, `FN:${fn}`])
})

const MOBILE = '+56 9 1234 5678'
const CHAT = 'item3.TEL;TYPE=CELL,VOICE'
const OFFICE = 'tel:+56 2 2345 6789'
testTable<[Partial<PublicProfile>, readonly string[]]>([
  [{ phone: '+54 9 11 2345-6789' }, ['TEL;TYPE=CELL,VOICE:+5491123456789']],
  [{ phone: 'fono 2234567' }, ['TEL;TYPE=WORK,VOICE:2234567']],
  [{ whatsapp: 'https://wa.me/34612345678' }, [`${CHAT}:+34612345678`, 'item3.X-ABLabel:WhatsApp']],
  [{ phone: MOBILE, whatsapp: 'wa.me/56912345678' }, ['TEL;TYPE=CELL,VOICE:+56912345678']],
  [{ phone: '+56 45 212 3456' }, ['TEL;TYPE=WORK,VOICE:+56452123456']],
  [
    { custom_link: OFFICE, custom_link_title: 'Central' },
    ['item2.TEL;TYPE=WORK,VOICE:+56223456789', 'item2.X-ABLabel:Central'],
  ],
  [{ custom_link: OFFICE }, []],
  [
    { phone: '+56 2 2345 6789', custom_link: 'tel:223456789', custom_link_title: 'Central' },
    ['TEL;TYPE=WORK,VOICE:+56223456789'],
  ],
  // In a range that the library does not know yet.
  [{ phone: '+351 999 999 999' }, ['TEL;TYPE=CELL,VOICE:+351999999999']],
])('each number stands there once, by its type', (change, lines) => {
  const all = linesOf(cardOf(change))
  const found = all.flatMap((line, at) => {
    if (!line.includes('TEL;')) return []
    return line.startsWith('item') ? [line, all[at + 1]] : [line]
  })
  expect(found).toEqual(lines)
  expect(all.filter((line) => line.includes('URL:tel:'))).toEqual([])
})

test('the profile’s own page comes first, then each network with its label, for iOS and for Android', () => {
  const card = cardOf({
    whatsapp: MOBILE,
    linkedin: 'antoniarivas',
    instagram: '@antonia.rivas',
    custom_link: 'https://x.example/a,b;c',
    custom_link_title: 'Agenda; hoy',
  })
  const links = propertiesOf(card).filter(([name]) => /^item\d|^X-SOCIAL/.test(name))
  expect(links.map((link) => link.join('='))).toEqual([
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
    'X-SOCIALPROFILE;TYPE=linkedin=https://www.linkedin.com/in/antoniarivas/',
    'X-SOCIALPROFILE;TYPE=instagram=https://www.instagram.com/antonia.rivas/',
  ])
})

const OWN_MAIL = 'EMAIL;TYPE=INTERNET:ana@x.cl'
testTable([
  [{ custom_link: 'mailto:ventas@x.cl' }, ['item2.EMAIL;TYPE=INTERNET:ventas@x.cl']],
  [{ email: 'ana@x.cl', custom_link: 'mailto:r%26d@x.cl' }, [OWN_MAIL, 'item2.EMAIL;TYPE=INTERNET:r&d@x.cl']],
  [{ email: 'ana@x.cl', custom_link: 'mailto:Ana@X.cl' }, [OWN_MAIL]],
])('an e-mail in the owner’s link is an e-mail of the contact, once', (change, lines) => {
  const all = linesOf(cardOf({ ...change, custom_link_title: 'Ventas; hoy' }))
  expect(all.filter((line) => /EMAIL|mailto/i.test(line))).toEqual(lines)
})

testTable([
  ["O'Higgins (jefa)*", "O'Higgins (jefa)*"],
  ['Ana\r\nSet-Cookie: x=1', 'Ana\r\nSet-Cookie: x=1'],
  ['100 % ñ 😀', '100 % ñ 😀'],
  ['ñ'.repeat(200), 'ñ'.repeat(125)],
  [`${'a'.repeat(249)}e\u0301e\u0301`, 'a'.repeat(249)],
  [`e${'\u0301'.repeat(200)}`, 'maria-gonzalez'],
])('the name of the file is one value of at most 255 bytes, cut at a letter', (name, cut) => {
  const header = vcardFileName({ ...maria, name, lastname: '' })
  const [, encoded = ''] =
    /^attachment; filename="maria-gonzalez\.vcf"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(header) ?? []
  expect(decodeURIComponent(encoded)).toBe(`${cut}.vcf`)
})

const octets = (line: string): number => Buffer.byteLength(line)

/** Reads bytes like a phone: text that was cut within a character would be damaged. */
function expectWholeLines(card: string): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  for (const line of linesOf(card)) {
    expect(octets(line)).toBeLessThanOrEqual(75)
    expect(utf8.decode(Buffer.from(line))).toBe(line)
  }
}

test('lines of 75 octets are left alone, longer ones fold before the 76th, the space that continues them included', () => {
  const notesOf = (bio: string) => {
    const lines = linesOf(cardOf({ bio }))
    const first = lines.findIndex((line) => line.startsWith('NOTE:'))
    return lines.slice(
      first,
      lines.findIndex((line) => line.startsWith('REV:')),
    )
  }
  const bio = 'x'.repeat(75 - 'NOTE:'.length)
  expect([notesOf(bio), notesOf(`${bio}y`)]).toEqual([[`NOTE:${bio}`], [`NOTE:${bio}`, ' y']])
  const long = notesOf(`${'ñ'.repeat(35)}${'a'.repeat(74)}${'é'.repeat(30)}`)
  expect(long.map(octets)).toEqual([75, 75, 61])
})

test('a photo is base64 of the JPEG, byte for byte, and comes last, with one empty line behind it for Samsung', () => {
  const card = cardOf({ bio: 'x'.repeat(300) }, PHOTO)
  const [name, photo] = propertiesOf(card).at(-2)!
  expect(name).toBe('PHOTO;ENCODING=b;TYPE=JPEG')
  expect(Buffer.from(photo, 'base64').equals(PHOTO)).toBe(true)
  expectWholeLines(card)
  expect(linesOf(card).slice(-3)).toEqual(['', 'END:VCARD', ''])
  expect(linesOf(card).filter((line) => line === '')).toHaveLength(2)
})

const ONCE = ['BEGIN', 'VERSION', 'PRODID', 'UID', 'N', 'FN', 'REV', 'END']
const PHONES = ['TEL;TYPE=CELL,VOICE', 'TEL;TYPE=WORK,VOICE']
const AT_MOST_ONCE = ['ORG', 'TITLE', 'NOTE', 'EMAIL;TYPE=INTERNET', ...PHONES]
const OTHERS =
  /^(?:item\d\.(?:URL|TEL;TYPE=(?:CELL|WORK),VOICE|X-ABLabel)|X-SOCIALPROFILE;TYPE=(?:linkedin|instagram|facebook))$/

function expectNothingInjected(card: string): void {
  expectWholeLines(card)
  // Some readers end a line wherever Unicode does.
  expect(card).not.toMatch(/[\u0085\u2028\u2029]/)
  const names = propertiesOf(card).map(([name]) => name)
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
    expectNothingInjected(cardOf(Object.fromEntries(DETAIL_FIELDS.map((field) => [field, hostile]))))
  },
)
