import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { requestDetailOf, requestOf } from '../../../testing/request-server.ts'
import { requestMail, originText, statusLook } from './request-words.ts'

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

const NOON = Date.parse('2026-11-20T15:00:00.000Z')

testTable([
  ['2026-11-18', 'venció hace 2 días', 'bad'],
  ['2026-11-19', 'venció hace 1 día', 'bad'],
  ['2026-11-20', 'vence hoy', 'warn'],
  ['2026-11-21', 'vence en 1 día', 'warn'],
  ['2026-11-23', 'vence en 3 días', 'neutral'],
])('an open request reads when it is due [PRIV-17]', (due_day, text, tone) => {
  expect(statusLook(requestOf(1, { due_day }), NOON)).toEqual({ text, tone })
})

test('an answered request says how it ended', () => {
  const texts = (['done', 'refused', 'nothing'] as const).map(
    (outcome) => statusLook(requestOf(1, { status: 'answered', outcome }), NOON).text,
  )
  expect(texts).toEqual(['Respondida', 'Rechazada', 'Sin datos'])
})

testTable([
  [{}, 'Por confirmar · tarjeta de Antonia Rivas Soto'],
  [{ needs_confirmation: false, channel: 'browser' }, 'Mismo navegador · tarjeta de Antonia Rivas Soto'],
  [{ needs_confirmation: false, channel: 'mailbox', card: null }, 'Por correo'],
  [{ card: { id: 'm', name: 'משה כהן', slug: 'm' } }, 'Por confirmar · tarjeta de \u2068משה כהן\u2069'],
])('a request reads how it came', (changed, text) => {
  expect(originText(requestOf(1, changed))).toBe(text)
})
