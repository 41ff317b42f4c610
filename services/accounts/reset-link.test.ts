import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { testTable } from '../../tests/support/every.ts'
import { resetMail } from './reset-link.ts'

const publicUrl = 'https://tarjeta.example'
const link = `${publicUrl}/auth/reset?token=abc-_123`
const mailTo = (name: string) => resetMail({ to: 'ana@x.example', name, link, minutes: 60, publicUrl })

test('a mail with a reset link has the same sentences as text and as HTML, and its link in a button and written out', () => {
  const { to, subject, text, html } = mailTo('Ana Muñoz')
  expect([to, subject]).toEqual(['ana@x.example', 'Crea una contraseña nueva'])
  for (const sentence of [
    'Hola, Ana:',
    'Recibimos una solicitud para cambiar tu contraseña.',
    'El enlace vence en 60 minutos.',
    'Si no fuiste tú, ignora este correo. Tu contraseña sigue igual.',
    'Crear contraseña',
    PRODUCT.name,
  ])
    for (const form of [text, html]) expect(form).toContain(sentence)
  expect(text.split('\n')).toContain(link)
  expect(html.split(`href="${link}"`)).toHaveLength(3)
  expect(html).toContain(`>${link}</a>`)
})

testTable([
  ['', ''],
  ['Gana en malo.example', ''],
  ['Estimado cliente de nuestro banco, su clave fue bloqueada por seguridad', ''],
  ['J. R. Pérez', ', J. R.'],
  ['Muñoz Soto, Ana', ', Ana'],
  ['O’Higgins & Cía. Ltda.', ', O’Higgins & Cía. Ltda.'],
  ['María-José del Carmen Fernández-Undurraga Errázuriz', ', María-José del Carmen'],
])(
  'a person is greeted by the first name, a company by its whole one, and other text is left out',
  (name, greeted) => {
    const { text, html } = mailTo(name)
    expect(text).toMatch(new RegExp(`^Hola${greeted}:\n`))
    if (greeted === '' && name !== '') expect(html).not.toContain(name.split(' ').at(-1))
  },
)
