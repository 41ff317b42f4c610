import { describe, expect, test } from 'vitest'
import { PRODUCT } from '../product.ts'
import { isFreeForPeople, RESERVED_SLUGS, slugFault, slugOfName, slugWithTail } from './slug-text.ts'
import { testTable } from '../../tests/support/every.ts'

testTable([
  ['M.ª José  Díaz-Peña', 'm-a-jose-diaz-pena'],
  ['-- Ana -- Paz --', 'ana-paz'],
  ['An\u00adtonia Ri\u200bvas', 'antonia-rivas'],
  ['ad\u200bmin', 'admin'],
  ['Søren Łukasz Weiß', 'soren-lukasz-weiss'],
  ['ĐORĐE ÆGIR Þór', 'dorde-aegir-thor'],
  ['李小龍', 'perfil'],
])('a name becomes a slug', (name, slug) => {
  expect(slugOfName(name)).toBe(slug)
})

test('a name of two hundred signs is cut to sixty, and not in the middle of a gap', () => {
  expect(slugOfName('a'.repeat(200))).toBe('a'.repeat(60))
  expect(slugOfName(`${'a'.repeat(59)} ${'b'.repeat(140)}`)).toBe('a'.repeat(59))
  expect(slugOfName('ñ '.repeat(100))).toBe('n-'.repeat(30).slice(0, -1))
})

testTable(['admin', 'api', 'login', 'perfil', 'undefined', PRODUCT.name.toLowerCase(), 'administracion'])(
  'a person’s page may not have a reserved name',
  (slug) => expect(isFreeForPeople(slug)).toBe(false),
)

test('a person’s page may have no reserved word as its name, and each of those has the form of a slug', () => {
  for (const word of RESERVED_SLUGS) {
    expect(word).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    expect(isFreeForPeople(word)).toBe(false)
    expect(isFreeForPeople(slugWithTail(word, 'x7k2'))).toBe(true)
  }
})

testTable(['ana-paz', '123', 'a'.repeat(60)])('a person’s page may have any other', (slug) =>
  expect(isFreeForPeople(slug)).toBe(true),
)

testTable(['al', 'a'.repeat(61), '-ana', 'ana--paz', 'ana paz'])(
  'a person’s page may have nothing but a slug',
  (slug) => expect(isFreeForPeople(slug)).toBe(false),
)

describe('an added ending', () => {
  testTable([
    ['ana-paz', 'ana-paz-x7k2'],
    ['a'.repeat(60), `${'a'.repeat(55)}-x7k2`],
    [`${'a'.repeat(54)}-bbbbb`, `${'a'.repeat(54)}-x7k2`],
  ])('is put behind the slug, within its limit', (slug, expected) => {
    expect(slugWithTail(slug, 'x7k2')).toBe(expected)
  })

  test('is of four signs, whatever is given', () => {
    expect(slugWithTail('ana', 'x7k2zzz')).toBe('ana-x7k2')
  })
})

testTable([
  ['al', 'Usa de 3 a 60 minúsculas, números y guiones, como ana-paz.'],
  ['admin', 'Esa dirección está reservada. Elige otra.'],
  ['ana', undefined],
])('a slug is refused with its fault', (slug, fault) => expect(slugFault(slug)).toBe(fault))
