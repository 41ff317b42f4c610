import { expect, test } from 'vitest'
import { acceptedEncoding } from './send.ts'
import { testTable } from '../../../tests/support/every.ts'

testTable([
  ['gzip, deflate, br, zstd', 'br'],
  // Facebook's crawler.
  ['deflate, gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.2, gzip;q=0.9', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['gzip;q=0.5, identity;q=0.8', undefined],
  ['identity', undefined],
  ['*;q=0', undefined],
  // It accepts nothing: the plain bytes are better than none.
  ['identity;q=0', undefined],
  ['gzip;q=much', undefined],
  [';;,,q=1,=', undefined],
  ['', undefined],
  [undefined, undefined],
])('the best accepted encoding is chosen', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

test('only what is available is sent', () => {
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(acceptedEncoding('br', ['gzip'])).toBeUndefined()
  expect(acceptedEncoding('br, gzip', [])).toBeUndefined()
})
