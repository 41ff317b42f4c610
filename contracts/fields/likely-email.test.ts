import { expect, test } from 'vitest'
import { likelyDomain } from './likely-mail.ts'

test.each([
  ['ana@gmial.com', 'gmail.com'],
  ['ana@gmai.com', 'gmail.com'],
  ['ana@gmail.con', 'gmail.com'],
  ['ana@gmail.cl', 'gmail.com'],
  [' ana@Hotmial.com ', 'hotmail.com'],
  ['ana@outlok.com', 'outlook.com'],
  ['ana@gmail.com', undefined],
  ['ana@ymail.com', undefined],
  ['ana@hotmail.cl', undefined],
  ['ana@andesnorte.cl', undefined],
  ['ana@', undefined],
  ['', undefined],
])('%j was probably meant to end in %s', (typed, meant) => expect(likelyDomain(typed)).toBe(meant))
