import { expect, test } from 'vitest'
import { likelyEmail } from './likely-email.ts'

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmai.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail.cl', 'ana@gmail.com'],
  [' ana@Hotmial.com ', 'ana@hotmail.com'],
  ['Ana@AndesNorte.con', 'Ana@andesnorte.com'],
  ['o’higgins@x.cl', "o'higgins@x.cl"],
  ['ana–paz@andes‑norte.cl', 'ana-paz@andes-norte.cl'],
  ['ana@gmail.com', undefined],
  ['ana@ymail.com', undefined],
  ['ana@hotmail.cl', undefined],
  ['Ana@AndesNorte.cl', undefined],
  ['Ana Paz <ana@x.cl>', undefined],
  ["o'higgins@x.cl", undefined],
  ['', undefined],
])('%j was probably meant to be %s', (typed, meant) => expect(likelyEmail(typed)).toBe(meant))
