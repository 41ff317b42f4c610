import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { reminderMail, type Card, type ReminderMail } from './reminder-mail.ts'

const CARD: Card = {
  name: 'Juan',
  lastname: 'Pérez Soto',
  position: 'Arquitecto',
  company: 'Estudio Ñuble',
  whatsapp: { href: 'https://wa.me/56912345678', text: '+56 9 1234 5678' },
  reach: [
    { href: 'tel:+56221234567', text: '+56 2 2123 4567' },
    { href: 'mailto:juan@estudio.example', text: 'juan@estudio.example' },
  ],
  photo: Buffer.from('jpeg'),
  contact: { filename: 'juan-perez.vcf', vcard: 'BEGIN:VCARD' },
}
const at = (path: string): string => `https://tarjeta.example${path}`
const GIVEN: ReminderMail = {
  to: 'ana@empresa.example',
  card: CARD,
  links: {
    page: at('/pages/juan-perez'),
    save: at('/pages/juan-perez#guardar'),
    talked: at('/hablamos/talked'),
    unsubscribe: at('/baja/unsubscribe'),
  },
  subscribedMs: Date.parse('2026-08-31T23:30:00-04:00'),
  days: 7,
  isFirstHeard: true,
  note: undefined,
  publicUrl: 'https://tarjeta.example',
}
const mailWith = (card: Partial<Card>, given: Partial<ReminderMail> = {}) =>
  reminderMail({ ...GIVEN, ...given, card: { ...CARD, ...card } })

test.each(['first', 'second'] as const)('the %s reminder is the one that was designed', (reminder) => {
  const { html, text, ...rest } = reminderMail({ ...GIVEN, isFirstHeard: reminder === 'first' })
  expect(rest).toMatchSnapshot()
  for (const body of [text, html]) expect(body.replaceAll(PRODUCT.name, '{product}')).toMatchSnapshot()
})

testTable([
  [{ position: '' }, 'Estudio Ñuble. Aquí están sus datos.'],
  [{ company: '' }, 'Arquitecto. Aquí están sus datos.'],
  [{ position: '', company: '' }, 'Aquí están sus datos.'],
])('an empty field of a profile is left out', (card, preheader) => {
  const { html, text } = mailWith(card)
  expect(html).toContain(`mso-hide:all">${preheader}</div>`)
  expect(`${html}${text}`).not.toContain('undefined')
  expect(text).not.toMatch(/\n{3}/)
})

test('a card without WhatsApp, telephone and e-mail leads to the profile', () => {
  const { html, text } = mailWith({ whatsapp: undefined, reach: [] })
  expect(`${html}${text}`).not.toMatch(/WhatsApp|undefined|tel:|mailto:/)
  expect(html).toMatch(/class="button"[^>]*>\n<a href="https:\/\/tarjeta.example\/pages\/juan-perez"/)
})

testTable<[note: string, line: string | undefined]>([
  ['Nos conocimos en Expo Frío', 'Tu nota: Nos conocimos en Expo Frío'],
  [`Hola\n${'x'.repeat(9)}`, 'Tu nota: Hola'],
  ['y'.repeat(90), `Tu nota: ${'y'.repeat(56)}…`],
  ['  ', undefined],
  ['Gana en malo.example', undefined],
  ['Llama al +56 9 1234 5678', undefined],
])('a visitor’s own note stands in their reminder where it advertises nothing [MAIL-12]', (note, line) => {
  const { html, text } = mailWith({}, { note })
  for (const body of [html, text]) expect(/Tu nota: [^<\n]*/.exec(body)?.[0]).toBe(line)
})

testTable(['Gana en malo.example', 'Llama al +56 9 1234 5678'])(
  'an owner’s words that would advertise are not sent to strangers, but for a fit first name [MAIL-12]',
  (words) => {
    const { subject, html, text } = mailWith({ name: words, lastname: '', position: words, company: words })
    expect(subject).toBe('Hace una semana conociste a tu contacto')
    expect(`${html}${text}`).not.toContain(words)
    expect(mailWith({ lastname: words }).subject).toBe('Hace una semana conociste a Juan')
  },
)

testTable([
  ['Juan\u202e', 'ínotnA'],
  ['\u2067Juan', '\u200fínotnA'],
])('no name turns the direction of the mail', (name, lastname) => {
  const { subject, html, text } = mailWith({ name, lastname, position: '\u202eArquitecto' })
  expect(subject).toBe('Hace una semana conociste a Juan ínotnA')
  expect(`${html}${text}`).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
})

testTable(['משה כהן', 'ليلى حداد', 'Ana כהן'])(
  'the sentence around a name stays as it is written',
  (whole) => {
    const [name = '', lastname = ''] = whole.split(' ')
    const { subject, text, html } = mailWith({ name, lastname })
    expect(subject).toBe(`Hace una semana conociste a \u2068${whole}\u2069`)
    expect(text).toContain(`en el perfil de \u2068${whole}\u2069 el 31`)
    expect(html).toMatch(new RegExp(`<p class="ink" dir="auto"[^>]*>${whole}</p>`))
  },
)
