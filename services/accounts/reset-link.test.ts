import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { resetMail } from './reset-link.ts'

const publicUrl = 'https://tarjeta.example'
const link = `${publicUrl}/auth/reset?token=abc-_123`
const mailTo = (name: string) => resetMail({ to: 'ana@x.example', name, link, minutes: 60, publicUrl })

testTable([
  ['', ''],
  ['Gana en malo.example', ''],
  ['Estimado cliente de nuestro banco, su clave fue bloqueada por seguridad', ''],
  ['Ana Muñoz', ', Ana'],
])('a person is greeted by the first name, and other text is left out', (name, greeted) => {
  const { text, html } = mailTo(name)
  expect(text).toMatch(new RegExp(`^Hola${greeted}:\n`))
  if (greeted === '' && name !== '') expect(html).not.toContain(name.split(' ').at(-1))
})
