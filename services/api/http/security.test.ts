import { expect, test } from 'vitest'
import { securityHeaders } from './security.ts'

const hstsOf = (publicUrl: string): string | undefined =>
  new Map(securityHeaders(publicUrl)).get('Strict-Transport-Security')

test('browsers keep to https for a year, below all names, where the product is reached by https', () => {
  expect(hstsOf('https://tarjetas.example')).toBe('max-age=31536000; includeSubDomains')
})

test('plain http on one’s own machine is not turned into https', () => {
  expect(hstsOf('http://127.0.0.1:3000')).toBeUndefined()
})
