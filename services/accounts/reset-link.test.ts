import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { resetMail } from './reset-link.ts'
import { testTable } from '../../tests/support/every.ts'

const publicUrl = 'https://tarjeta.example'
const LINK = `${publicUrl}/auth/reset?token=abc-_123`
const mail = resetMail({ to: 'ana@tarjeta.example', name: 'Ana Muñoz', link: LINK, minutes: 60, publicUrl })

test('the plain text has the whole content of the HTML, with the link on a line of its own', () => {
  expect([mail.to, mail.subject]).toEqual(['ana@tarjeta.example', 'Crea una contraseña nueva'])
  const said = [
    'Hola, Ana:',
    'Recibimos una solicitud para cambiar tu contraseña.',
    'El enlace vence en 60 minutos.',
    'Si no fuiste tú, ignora este correo. Tu contraseña sigue igual.',
    'Crear contraseña',
    PRODUCT.name,
  ]
  for (const sentence of said) {
    expect(mail.text).toContain(sentence)
    expect(mail.html).toContain(sentence)
  }
  expect(mail.text.split('\n')).toContain(LINK)
})

test('the link is in the button and is also written out', () => {
  expect(mail.html.split(`href="${LINK}"`)).toHaveLength(3)
  expect(mail.html).toContain(`>${LINK}</a>`)
})

testTable([
  '',
  'Gana en malo.example',
  'Estimado cliente de nuestro banco, su clave fue bloqueada por seguridad',
])('text that was registered in place of a name is left out', (name) => {
  const { html, text } = resetMail({ to: 'a@b.cl', name, link: LINK, minutes: 60, publicUrl })
  expect(text).toMatch(/^Hola:\n/)
  if (name !== '') expect(html).not.toContain(name.split(' ').at(-1))
})

testTable([
  ['J. R. Pérez', 'J. R.'],
  ['Muñoz Soto, Ana', 'Ana'],
  ['O’Higgins & Cía. Ltda.', 'O’Higgins & Cía. Ltda.'],
  ['María-José del Carmen Fernández-Undurraga Errázuriz', 'María-José del Carmen'],
])('a person is greeted by the first name, a company by its whole one', (name, first) => {
  expect(resetMail({ to: 'a@b.cl', name, link: LINK, minutes: 60, publicUrl }).text).toContain(
    `Hola, ${first}:`,
  )
})
