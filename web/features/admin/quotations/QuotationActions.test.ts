import { PRODUCT } from '@app/contracts/product.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { promiseOf } from './QuotationCard.tsx'
import { quotationMail } from './QuotationActions.tsx'

const ana = { email: 'ana@andes.cl', contact_person: 'Ana Núñez', estimated_cards: '11-25' }

/** As a mail program reads it: the address, then the fields by name. */
function readMail(link: string | undefined) {
  const [, to = '', fields = ''] = /^mailto:([^?]*)\?(.*)$/.exec(link ?? '') ?? []
  const named = fields.split('&').map((field) => field.split('=').map(decodeURIComponent))
  return { to: decodeURIComponent(to), fields: Object.fromEntries(named) as Record<string, string> }
}

test('the mail thanks the contact by name', () => {
  expect(readMail(quotationMail(ana))).toEqual({
    to: 'ana@andes.cl',
    fields: {
      subject: `Tu cotización de tarjetas ${PRODUCT.name}`,
      body: [
        `Hola, Ana Núñez: gracias por tu interés en las tarjetas ${PRODUCT.name}.`,
        'Recibimos tu solicitud de 11-25 tarjetas y queremos contarte cómo seguimos.',
        `Saludos,\r\nEl equipo de ${PRODUCT.name}`,
      ].join('\r\n\r\n'),
    },
  })
})

test('spaces and line breaks are written as mail programs read them; one card is one, and no name no greeting', () => {
  expect(quotationMail({ ...ana, estimated_cards: '100+' })).not.toMatch(/[+\s"<>]|%0D(?!%0A)|(?<!%0D)%0A/)
  const { body } = readMail(quotationMail({ ...ana, contact_person: '', estimated_cards: '1' })).fields
  expect(body).toMatch(/^Hola: gracias[^]*solicitud de 1 tarjeta y/)
})

testTable([
  ['משה כהן', '\u2068משה כהן\u2069'],
  ['ܫܡܥܘܢ', '\u2068ܫܡܥܘܢ\u2069'],
  ['x&bcc=all@andes.cl', 'x&bcc=all@andes.cl'],
  ['x?cc=all@andes.cl', 'x?cc=all@andes.cl'],
  ['x\r\nBcc: all@andes.cl', 'x Bcc: all@andes.cl'],
])('a name turns no words around it, and adds no field', (contact_person, greeted) => {
  const { to, fields } = readMail(quotationMail({ ...ana, contact_person }))
  expect([to, Object.keys(fields)]).toEqual(['ana@andes.cl', ['subject', 'body']])
  expect(fields.body).toContain(`Hola, ${greeted}: gracias`)
  expect(fields.body?.split('\r\n\r\n')).toHaveLength(3)
})

testTable([
  '',
  'ana',
  'ana@andes.cl?bcc=all@andes.cl',
  'ana@andes.cl,all@andes.cl',
  'ana@andes.cl\r\nBcc: all@andes.cl',
  '"ana"@andes.cl',
  'mailto:ana@andes.cl%0ABcc:all@andes.cl',
  `${'ñ'.repeat(500)}@andes.cl`,
])('nobody is written to at what is no single address, or too long a one', (email) => {
  expect(quotationMail({ ...ana, email })).toBeUndefined()
})

test('encoded line breaks stay in the address, and a name that makes the link too long is left out', () => {
  expect(readMail(quotationMail({ ...ana, email: 'a%0D%0Abcc=x@andes.cl' })).to).toBe('a%0D%0Abcc=x@andes.cl')
  const link = quotationMail({ ...ana, contact_person: '😀'.repeat(400) })
  expect(readMail(link).fields.body).toMatch(/^Hola: gracias/u)
})

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
testTable([
  [-HOUR_MS, 'vence en 24 h'],
  [23 * HOUR_MS + MINUTE_MS, 'vence en 59 min'],
  [24 * HOUR_MS - 1, 'vence en 1 min'],
  [24 * HOUR_MS, 'venció hace 1 min'],
  [27 * HOUR_MS, 'venció hace 3 h'],
  [48 * HOUR_MS, 'venció hace 1 día'],
])('an answer is promised within a day, and a late one shows since when', (age, text) => {
  const at = Date.parse('2026-11-20T12:00:00Z')
  expect(promiseOf(at, at + age)).toEqual({ text, isLate: text.startsWith('venció') })
})
