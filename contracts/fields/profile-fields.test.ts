import { expect, test } from 'vitest'
import { DETAIL_FIELDS, NO_DETAILS, type ProfileDetails } from '../profiles.ts'
import { contactLinks } from './links.ts'
import { fieldOf, isUnlikelyWhatsapp, typedDetails } from './profile-fields.ts'
import { everyRow, testTable } from '../../tests/support/every.ts'

type Name = keyof ProfileDetails

const MOBILE = '+56912345678'
const PHONE_FAULT = 'Escribe un teléfono válido, por ejemplo +56 9 1234 5678.'
const ADDRESS_FAULT = 'Escribe una dirección que empiece con https://'

/** The stored value of a typed text, and the text kept beside it. */
const kept = (name: Name, typed: string) => {
  const { values, typed: beside, fault } = typedDetails({ [name]: typed })
  return { value: values[name], typed: beside[name], fault: fault?.message }
}
/** The link that a page makes of one field. */
const linkOf = (name: Name, typed: string) =>
  contactLinks({ ...NO_DETAILS, custom_link_title: 'Enlace', [name]: typed })[0]

const NETWORKS: readonly Name[] = ['instagram', 'linkedin', 'facebook']
const LINKED: readonly Name[] = [...NETWORKS, 'email', 'whatsapp', 'website', 'custom_link']
const ACCEPTED: readonly (readonly [Name, string, string])[] = [
  ['phone', ' 9 1234-5678', MOBILE],
  ['phone', '(2) 2345 6789', '+56223456789'],
  ['phone', '+56 9 1234 – 5678', MOBILE],
  ['whatsapp', '9 1234 5678', MOBILE],
  ['whatsapp', 'https://wa.me/56912345678?text=Hola', MOBILE],
  ['whatsapp', 'https://web.whatsapp.com/send?phone=+56%209%201234%205678', MOBILE],
  ['whatsapp', 'https://wa.me/4512345678', '+4512345678'],
  ['whatsapp', 'https://wa.me/message/ABCDEFGHIJK2M1', 'https://wa.me/message/ABCDEFGHIJK2M1'],
  ['whatsapp', 'wa.me/message/ABC123?src=qr', 'https://wa.me/message/ABC123'],
  ['whatsapp', 'https://wa.me/qr/ABC123', 'https://wa.me/qr/ABC123'],
  ['instagram', 'https://instagram.com/Maria.Paz_/?igsh=abc', 'https://www.instagram.com/Maria.Paz_/'],
  ['instagram', 'tienda.cl', 'https://www.instagram.com/tienda.cl/'],
  ['instagram', 'instagr.am/Maria.Paz_', 'https://instagr.am/Maria.Paz_'],
  ['linkedin', 'josé-pérez', 'https://www.linkedin.com/in/jos%C3%A9-p%C3%A9rez/'],
  ['linkedin', 'https://linkedin.com/company/andes?trk=x', 'https://www.linkedin.com/company/andes/'],
  [
    'facebook',
    'https://www.facebook.com/people/Andes/100064/',
    'https://www.facebook.com/people/Andes/100064',
  ],
  [
    'linkedin',
    'cl.linkedin.com/in/jos%C3%A9-p%C3%A9rez/?trk=x',
    'https://www.linkedin.com/in/jos%C3%A9-p%C3%A9rez/',
  ],
  ['linkedin', 'https://lnkd.in/dAbC123', 'https://lnkd.in/dAbC123'],
  ['facebook', 'm.facebook.com/profile.php?id=100', 'https://www.facebook.com/profile.php?id=100'],
  [
    'facebook',
    'https://www.facebook.com/Café-Central-123456/',
    'https://www.facebook.com/Caf%C3%A9-Central-123456',
  ],
  ['facebook', 'https://web.facebook.com/share/1AbC/?mibextid=x', 'https://www.facebook.com/share/1AbC'],
  ['website', 'www.ñandú.cl', 'https://www.ñandú.cl'],
  ['website', 'HTTPS://Www.ÑANDÚ.cl/Año?x=1', 'https://www.ñandú.cl/A%C3%B1o?x=1'],
  ['website', 'https://:@ñandú.cl/a', 'https://xn--and-6ma2c.cl/a'],
  ['website', 'Andes.cl.', 'https://andes.cl'],
  ['website', 'http://200.1.123.4/a', 'http://200.1.123.4/a'],
  ['website', 'andes.cl:8443/a#b', 'https://andes.cl:8443/a#b'],
  ['custom_link', 'cal.com/antonia', 'https://cal.com/antonia'],
  ['custom_link', 'tel:9 1234 5678', `tel:${MOBILE}`],
  ['custom_link', 'MAILTO:ventas+sur@andes.cl', 'mailto:ventas%2Bsur@andes.cl'],
  ['custom_link', 'mailto:josé@ñandú.cl', 'mailto:jos%C3%A9@%C3%B1and%C3%BA.cl'],
  ['email', ' Antonia@andes.cl ', 'Antonia@andes.cl'],
  ['email', 'mailto:ventas%2Bsur@andes.cl', 'ventas+sur@andes.cl'],
  ['email', 'ventas%2Bsur@andes.cl', 'ventas%2Bsur@andes.cl'],
  ['name', '  María José ', 'María José'],
  ['name', '\u200bAna\u00adna\u202c ', 'Anana'],
  ['bio', '\n hola\nchao ', 'hola\nchao'],
  ['bio', 'uno\r\ndos\rtres\u2028cuatro', 'uno\ndos\ntres\ncuatro'],
]

test('text that an owner types is stored in one form with the typed text beside it', () =>
  everyRow(ACCEPTED, ([name, typed, value]) => {
    const beside = typed === value ? undefined : typed
    expect(kept(name, typed)).toEqual({ value, typed: beside, fault: undefined })
  }))

test('text that an owner types leads where the kept form leads, which is kept as it is, and is the page of a network', () =>
  everyRow(ACCEPTED, ([name, typed, value]) => {
    if (NETWORKS.includes(name)) expect(linkOf(name, typed)?.href).toBe(value)
    expect(linkOf(name, value)?.href).toBe(linkOf(name, typed)?.href)
    expect(kept(name, value)).toEqual({ value, typed: undefined, fault: undefined })
  }))

test('text that an owner types may be empty in each field, and an empty field is absent', () =>
  everyRow(DETAIL_FIELDS, (name) => {
    for (const typed of ['', '   ', '\u200b', '\ufeff ']) expect(fieldOf(name, typed)).toEqual({ value: '' })
    expect(typedDetails({ [name]: undefined })).toEqual({ values: {}, typed: {}, fault: undefined })
  }))

const NOT_OF = (called: string): string =>
  `Esa dirección no es de ${called}. Puedes ponerla en tu enlace propio.`
const NOBODY_ON = (called: string): string =>
  `Escribe tu usuario de ${called}, o la dirección de tu página ahí.`

const NO_CHAT = 'Esa dirección no es de un chat de WhatsApp. Puedes ponerla en tu enlace propio.'
test('what is no value is refused with its fault, and has no link [ACC-17]', () =>
  everyRow<readonly [Name, string, string]>(
    [
      ['phone', '98765432', '¿Falta el 9? Si es +56 9 9876 5432, escríbelo completo.'],
      ['phone', 'no tengo', PHONE_FAULT],
      ['whatsapp', 'https://chat.whatsapp.com/Ab12Cd34Ef', NO_CHAT],
      ['whatsapp', 'https://whatsapp.com/channel/0029Va', NO_CHAT],
      ['instagram', 'https://tiktok.com/@x', NOT_OF('Instagram')],
      ['instagram', 'maria..paz', NOBODY_ON('Instagram')],
      ['instagram', 'a'.repeat(31), NOBODY_ON('Instagram')],
      ['instagram', 'instagram.com', NOBODY_ON('Instagram')],
      ['linkedin', 'https://linkedin.com.evil.cl/in/a', NOT_OF('LinkedIn')],
      ['linkedin', 'https://lnkd.in/', NOBODY_ON('LinkedIn')],
      ['facebook', 'Andes Norte', NOBODY_ON('Facebook')],
      ['facebook', 'https://fb.me/', NOBODY_ON('Facebook')],
      ['phone', '2 2345 6789/90', PHONE_FAULT],
      ['website', 'javascript:alert(1)', ADDRESS_FAULT],
      ...[
        ' javascript:1',
        'JAVA\tscript:alert(1)',
        '\u0001java\u00adscript：1',
        'data:text/html,x',
        'vbscript:x',
        'file:///etc/passwd',
        'https://x.cl\\@evil.cl',
      ].map((typed) => ['website', typed, ADDRESS_FAULT] as const),
      ...[
        'localhost:3000',
        'http://127.0.0.1/',
        'http://2130706433/',
        'http://[::1]/',
        'http://printer.local',
      ].map((typed) => ['website', typed, ADDRESS_FAULT] as const),
      ['website', 'http://user:p@x.cl', ADDRESS_FAULT],
      ['website', 'mailto:a@b.cl', ADDRESS_FAULT],
      ['website', 'cl.banco.app://abrir', ADDRESS_FAULT],
      ['website', 'andes.cl,otro.cl', ADDRESS_FAULT],
      ['website', 'https://«ñandú.cl»/a', ADDRESS_FAULT],
      ['website', '12.345.678-9', ADDRESS_FAULT],
      ['website', '-andes.cl', ADDRESS_FAULT],
      ['website', 'http://100.64.0.1', ADDRESS_FAULT],
      ['custom_link', 'javascript:alert(1)', ADDRESS_FAULT],
      ['custom_link', 'tel:98765432', ADDRESS_FAULT],
      ['custom_link', 'mailto:a@b.cl?bcc=c@d.cl', ADDRESS_FAULT],
      ['custom_link', 'mailto:a@b.cl%3Fbcc=c@d.cl', ADDRESS_FAULT],
      ...['antonia', 'a@b', 'a@b.cl?bcc=x@y.cl', 'a@b.cl,c@d.cl', 'a b@c.cl', '"a"@b.cl'].map(
        (typed) => ['email', typed, 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'] as const,
      ),
    ],
    ([name, typed, fault]) => {
      if (LINKED.includes(name)) expect(linkOf(name, typed)).toBeUndefined()
      expect(typedDetails({ [name]: typed })).toEqual({
        values: {},
        typed: {},
        fault: { field: name, message: fault },
      })
    },
  ))

test('the first field at fault is named, in the order of the form', () => {
  const { fault } = typedDetails({ website: 'no tengo', name: 'Ana', phone: 'no tengo' })
  expect(fault).toEqual({ field: 'phone', message: PHONE_FAULT })
})

test('a text that exceeds its limit when it is completed is refused, not cut', () => {
  const long = `andes.cl/${'ñ'.repeat(700)}`
  expect(fieldOf('website', long)).toEqual({ fault: 'Máximo 2000 caracteres.' })
  expect(fieldOf('linkedin', 'ñ'.repeat(700))).toEqual({ fault: 'Máximo 2000 caracteres.' })
  expect(fieldOf('name', 'x'.repeat(121))).toEqual({ fault: 'Máximo 120 caracteres.' })
})

test('a number is unlikely to have WhatsApp where it is no mobile of Chile', () =>
  everyRow(
    [
      ['(2) 2345 6789', true],
      ['600 123 4567', true],
      ['9 1234 5678', false],
      ['https://wa.me/56912345678', false],
      ['+54 9 11 2345-6789', false],
      ['no tengo', false],
    ] as const,
    ([typed, isUnlikely]) => {
      expect(isUnlikelyWhatsapp(typed)).toBe(isUnlikely)
    },
  ))

testTable<[Name, string, string | undefined]>([
  ['phone', '98765432', '+56 9 9876 5432'],
  ['phone', 'no tengo', undefined],
  ['email', 'ana@gmial.com', 'ana@gmail.com'],
  ['email', 'ana@andes.cl', undefined],
])('what was probably meant is offered', (name, typed, offer) => {
  expect(fieldOf(name, typed).offer).toBe(offer)
  if (offer !== undefined) expect(fieldOf(name, offer)).toHaveProperty('value')
})
