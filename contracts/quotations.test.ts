import { expect, test } from 'vitest'
import { CARD_RANGES, CARDS_HINT, estimatedCards, LARGER_ORDERS, steppedCards } from './quotations.ts'
import { testTable } from '../tests/support/every.ts'

const NO_NUMBER = 'Ingresa una cantidad válida.'
const TOO_FEW = 'Debes solicitar al menos 1 unidad.'
const TOO_MANY = 'El máximo permitido por solicitud es de 50 unidades.'
const faultOf = (given: unknown): string | undefined =>
  estimatedCards.safeParse(given).error?.issues[0]?.message

testTable<readonly [string | number, string]>([
  ...CARD_RANGES.map((range) => [range, range] as const),
  [' 11-25 ', '11-25'],
  [1, '1'],
  [50, '50'],
  ['1', '1'],
  ['50', '50'],
  [' 7 ', '7'],
  ['007', '7'],
])('cards are read as a range or a number', (given, read) => {
  expect(estimatedCards.parse(given)).toBe(read)
})

testTable([
  ['', NO_NUMBER],
  ['diez', NO_NUMBER],
  ['1-11', NO_NUMBER],
  ['1.5', NO_NUMBER],
  [1.5, NO_NUMBER],
  ['5e1', NO_NUMBER],
  ['１０', NO_NUMBER],
  [Number.POSITIVE_INFINITY, NO_NUMBER],
  [null, NO_NUMBER],
  [['5'], NO_NUMBER],
  [0, TOO_FEW],
  [-1, TOO_FEW],
  [51, TOO_MANY],
  ['9'.repeat(400), TOO_MANY],
])('other cards are refused with their fault', (given, fault) => {
  expect(faultOf(given)).toBe(fault)
})

testTable([
  ['12', 1, '13'],
  ['12', -1, '11'],
  ['50', 1, '50'],
  ['900', 1, '50'],
  ['', 1, '1'],
  ['1e1', -1, '1'],
] as const)('a step leads to the next number within the limits', (typed, step, cards) => {
  expect(steppedCards(typed, step)).toBe(cards)
})

test('the form names the limits, and sends larger orders to the ranges that take them', () => {
  expect(CARDS_HINT).toBe('Rango permitido: 1-50 unidades por solicitud')
  for (const range of CARD_RANGES.slice(3)) expect(LARGER_ORDERS).toContain(range)
})
