import { expect, test } from 'vitest'
import { isLoopback, isUnderOtherName } from './web-addresses.ts'

test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '127.0.0.1.example',
  'localhost.example',
  '',
  'xlocalhost',
  '127.0.0.1:80',
])('%j may be another machine', (host) => {
  expect(isLoopback(host)).toBe(false)
})

test.each([
  ['http://127.0.0.1:3000', 'localhost:3000', true],
  ['http://localhost:3000', '127.0.0.1:3000', true],
  ['http://127.0.0.1:3000', '127.0.0.1:8080', false],
  ['https://tarjeta.example', 'localhost:3000', false],
  ['http://127.0.0.1:3000', 'malo.example', false],
  ['http://127.0.0.1:3000', 'not a host', false],
  ['http://127.0.0.1:3000', undefined, false],
])('the product at %s is requested under another name as %s: %s', (publicUrl, host, isOther) => {
  expect(isUnderOtherName(publicUrl, host)).toBe(isOther)
})
