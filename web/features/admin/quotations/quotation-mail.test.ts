import { PRODUCT } from '@app/contracts/product.ts'
import { expect, test } from 'vitest'
import { LINK_CHARS_MAX, quotationMail } from './quotation-mail.ts'

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

test('spaces and line breaks are written as mail programs read them', () => {
  const link = quotationMail({ ...ana, estimated_cards: '100+' })
  expect(link).toContain(`?subject=Tu%20cotizaci%C3%B3n%20de%20tarjetas%20${PRODUCT.name}&body=Hola%2C%20Ana`)
  expect(link).toContain('%0D%0A%0D%0A')
  expect(link).toContain('100%2B%20tarjetas')
  expect(link).not.toMatch(/[+\s"<>]|%0D(?!%0A)|(?<!%0D)%0A/)
})

test('one card is one, and a request without a name is greeted without one', () => {
  const { body } = readMail(quotationMail({ ...ana, contact_person: '', estimated_cards: '1' })).fields
  expect(body).toContain('Hola: gracias')
  expect(body).toContain('solicitud de 1 tarjeta y')
})

test.each(['משה כהן', 'ليلى حداد', 'ܫܡܥܘܢ'])(
  'the mail greets %s without turning its sentence',
  (contact_person) => {
    const { body } = readMail(quotationMail({ ...ana, contact_person })).fields
    expect(body).toMatch(new RegExp(`^Hola, \u2068${contact_person}\u2069: gracias`))
  },
)

test.each(['x&bcc=all@andes.cl', 'x?cc=all@andes.cl', 'x\r\nBcc: all@andes.cl', `"'><a href="//x">`])(
  'a contact called %j adds no field',
  (contact_person) => {
    const { to, fields } = readMail(quotationMail({ ...ana, contact_person }))
    expect([to, Object.keys(fields)]).toEqual(['ana@andes.cl', ['subject', 'body']])
    expect(fields.body?.split('\r\n\r\n')).toHaveLength(3)
  },
)

test.each([
  '',
  'ana',
  'ana@andes.cl?bcc=all@andes.cl',
  'ana@andes.cl&cc=all@andes.cl',
  'ana@andes.cl,all@andes.cl',
  'ana@andes.cl\r\nBcc: all@andes.cl',
  '"ana"@andes.cl',
  'mailto:ana@andes.cl%0ABcc:all@andes.cl',
])('nobody is written to at %j', (email) => {
  expect(quotationMail({ ...ana, email })).toBeUndefined()
})

test('an address with encoded line breaks stays one address', () => {
  expect(readMail(quotationMail({ ...ana, email: 'a%0D%0Abcc=x@andes.cl' })).to).toBe('a%0D%0Abcc=x@andes.cl')
})

test('a name that is too long is cut between its letters', () => {
  const link = quotationMail({ ...ana, contact_person: '😀'.repeat(400) })
  expect(link!.length).toBeLessThanOrEqual(LINK_CHARS_MAX)
  expect(readMail(link).fields.body).toMatch(/^Hola, (?:😀)+…: gracias/u)
})

test('an address that alone is too long gets no link', () => {
  expect(quotationMail({ ...ana, email: `${'ñ'.repeat(500)}@andes.cl` })).toBeUndefined()
})
