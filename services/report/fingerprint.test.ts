import { expect, test } from 'vitest'
import { count, day, text } from './cells.ts'
import { fingerprintOf } from './fingerprint.ts'

test('the fingerprint differs when a figure, a word, a day or its cell differs', () => {
  const prints = [
    [{ name: 'A', rows: [[text('Visitas'), count(3)]] }],
    [{ name: 'A', rows: [[text('Visitas'), count(4)]] }],
    [{ name: 'A', rows: [[text('Visita'), count(3)]] }],
    [{ name: 'A', rows: [[text('Visitas'), text('3')]] }],
    [{ name: 'A', rows: [[text('Visitas'), day('2026-11-20')]] }],
    [{ name: 'A', rows: [[text('Visitas'), day('2026-11-21')]] }],
    [{ name: 'A', rows: [[text('Visitas')], [count(3)]] }],
    [{ name: 'A', rows: [[text('Visitas'), undefined, count(3)]] }],
    [{ name: 'B', rows: [[text('Visitas'), count(3)]] }],
  ].map((sheets) => fingerprintOf(sheets as never))
  expect(new Set(prints).size).toBe(prints.length)
})
