import { expect, test } from 'vitest'
import { requestOf } from '../../../testing/request-server.ts'
import { originText, statusLook } from './request-words.ts'

const NOON = Date.parse('2026-11-20T15:00:00.000Z')

test.each([
  ['2026-11-18', 'venció hace 2 días', 'bad'],
  ['2026-11-19', 'venció hace 1 día', 'bad'],
  ['2026-11-20', 'vence hoy', 'warn'],
  ['2026-11-21', 'vence en 1 día', 'warn'],
  ['2026-11-22', 'vence en 2 días', 'warn'],
  ['2026-11-23', 'vence en 3 días', 'neutral'],
])('an open request that is due on %s reads «%s» [PRIV-17]', (due_day, text, tone) => {
  expect(statusLook(requestOf(1, { due_day }), NOON)).toEqual({ text, tone })
})

test('an answered request says how it ended', () => {
  const texts = (['done', 'refused', 'nothing'] as const).map(
    (outcome) => statusLook(requestOf(1, { status: 'answered', outcome }), NOON).text,
  )
  expect(texts).toEqual(['Respondida', 'Rechazada', 'Sin datos'])
})

test.each([
  [{}, 'Por confirmar · tarjeta de Antonia Rivas Soto'],
  [{ needs_confirmation: false, channel: 'browser' }, 'Mismo navegador · tarjeta de Antonia Rivas Soto'],
  [{ needs_confirmation: false, channel: 'mailbox', card: null }, 'Por correo'],
  [{ card: { id: 'm', name: 'משה כהן', slug: 'm' } }, 'Por confirmar · tarjeta de \u2068משה כהן\u2069'],
] as const)('a request that is %o came so: %s', (changed, text) => {
  expect(originText(requestOf(1, changed))).toBe(text)
})
