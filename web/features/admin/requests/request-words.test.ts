import { expect, test } from 'vitest'
import { requestOf } from '../../../testing/request-server.ts'
import { allText, originTexts, elapsedText, statusLook } from './request-words.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [2, '2 s'],
  [5 * MINUTE, '5 min'],
  [4 * HOUR + 59 * MINUTE, '4 h'],
  [DAY, '1 día'],
  [DAY + 4 * HOUR, '1 día 4 h'],
  [2 * DAY - 1, '1 día 23 h'],
  [3 * DAY + 5 * HOUR, '3 días'],
])('%i seconds are said as «%s»', (seconds, text) => {
  expect(elapsedText(seconds)).toBe(text)
})

test.each([
  [-2, 'venció hace 2 días', 'bad'],
  [-1, 'venció hace 1 día', 'bad'],
  [0, 'vence hoy', 'warn'],
  [1, 'vence en 1 día', 'warn'],
  [2, 'vence en 2 días', 'warn'],
  [3, 'vence en 3 días', 'neutral'],
])('with %i days left an open request reads «%s» [PRIV-17]', (days_left, text, tone) => {
  expect(statusLook(requestOf(1, { days_left }))).toEqual({ text, tone, isLate: days_left < 0 })
})

const ANSWERED_AT = '2026-11-19T12:40:00.000Z'
test.each([
  ['done', 'Respondida en 3 días', 'ok'],
  ['refused', 'Rechazada en 3 días', 'neutral'],
  ['nothing', 'Sin datos', 'neutral'],
] as const)('an answer that is %s reads «%s»', (outcome, text, tone) => {
  const answered = requestOf(1, { status: 'answered', outcome, answered_at: ANSWERED_AT, days_left: -1 })
  expect(statusLook(answered)).toEqual({ text, tone, isLate: false })
})

test.each([
  [{}, ['Por confirmar', 'tarjeta de Antonia Rivas Soto']],
  [{ is_confirmed: true }, ['Confirmada', 'tarjeta de Antonia Rivas Soto']],
  [{ status: 'answered' }, ['Sin confirmar', 'tarjeta de Antonia Rivas Soto']],
  [{ proof: 'mailbox', channel: 'mailbox', card: null }, ['Por correo']],
  [{ proof: 'browser', channel: 'browser' }, ['Mismo navegador', 'tarjeta de Antonia Rivas Soto']],
  [{ proof: 'session', channel: 'account', card: null }, ['En su cuenta']],
  [{ proof: 'staff', channel: 'command', card: null }, ['Por el equipo']],
  [{ card: { id: 'm', name: 'משה כהן', slug: 'm' } }, ['Por confirmar', 'tarjeta de \u2068משה כהן\u2069']],
] as const)('a request that is %o came so: %o', (changed, texts) => {
  expect(originTexts(requestOf(1, changed))).toEqual(texts)
})

test.each([
  [27, false, '27'],
  [2_002, true, 'más de 1.000'],
  [2_002, false, '2.002'],
])('%i of both groups, searched: %s, are «%s»', (total, isSearched, text) => {
  expect(allText(total, isSearched)).toBe(text)
})
