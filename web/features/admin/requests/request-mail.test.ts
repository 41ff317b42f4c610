import { expect, test } from 'vitest'
import { requestDetailOf, requestOf } from '../../../testing/request-server.ts'
import { requestMail } from './request-mail.ts'

const URL_OF = 'https://tarjeta.example'
const bodyOf = (changed: Parameters<typeof requestDetailOf>[1], kind = 'access' as 'access' | 'erasure') => {
  const link = requestMail(
    requestDetailOf(requestOf(1, { kind }), { status: 'answered', ...changed }),
    URL_OF,
  )
  return (
    link &&
    decodeURIComponent(link.replace(/^.*&body=/, ''))
      .split('\r\n\r\n')
      .slice(1, -1)
  )
}

test('a mail has the sentence of its template, the reason, and the way to one’s data or to complain [PRIV-17]', () => {
  expect(bodyOf({ template: 'done' })).toEqual([
    'Hicimos lo que pediste.',
    `Abre ${URL_OF}/mis-datos, escribe este mismo correo y usa el enlace que te enviamos.`,
  ])
  expect(bodyOf({ template: 'done' }, 'erasure')).toEqual(['Hicimos lo que pediste.'])
  expect(bodyOf({ template: 'law', reason: 'Es una factura.' })).toEqual([
    'Una ley nos obliga a guardarlo.',
    'Es una factura.',
    'Puedes reclamar ante la Agencia de Protección de Datos Personales.',
  ])
  expect(
    bodyOf({ status: 'open', is_prolonged: true, due_day: '2027-01-15', reason: 'ñ'.repeat(1_000) }),
  ).toEqual([
    'Necesitamos más tiempo para responder tu solicitud: a más tardar el 15-01-2027.',
    'Puedes reclamar ante la Agencia de Protección de Datos Personales.',
  ])
})

test('nobody is written to without an address, before an answer, or where the person did it', () => {
  expect(bodyOf({ template: 'done', email: null })).toBeUndefined()
  expect(bodyOf({ status: 'open' })).toBeUndefined()
  expect(bodyOf({ template: 'nothing' })).toBeUndefined()
})
