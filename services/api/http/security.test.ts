import { expect } from 'vitest'
import { securityHeaders } from './security.ts'
import { testTable } from '../../../tests/support/every.ts'

const hstsOf = (publicUrl: string): string | undefined =>
  new Map(securityHeaders(publicUrl)).get('Strict-Transport-Security')

const ONE_YEAR = 'max-age=31536000'

testTable([
  ['https://tarjetas.example', ONE_YEAR],
  ['https://empresa.example', ONE_YEAR],
  ['https://empresa.example:8443/tarjetas', ONE_YEAR],
  ['https://www.ñandú.example', ONE_YEAR],
  ['http://127.0.0.1:3000', undefined],
  ['http://tarjetas.example', undefined],
])('browsers keep to https for a year on that host alone, and only if it is https', (publicUrl, hsts) =>
  expect(hstsOf(publicUrl)).toBe(hsts),
)
