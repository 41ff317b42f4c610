import { expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { testTable } from '../../../tests/support/every.ts'

const hstsOf = (publicUrl: string): string | undefined =>
  new Map(securityHeaders(publicUrl)).get('Strict-Transport-Security')

const ONE_YEAR = 'max-age=31536000'

testTable([
  ['https://tarjetas.example', ONE_YEAR],
  ['https://empresa.example:8443/tarjetas', ONE_YEAR],
  ['http://127.0.0.1:3000', undefined],
  ['http://tarjetas.example', undefined],
])('browsers keep to https for a year on that host alone, and only if it is https', (publicUrl, hsts) =>
  expect(hstsOf(publicUrl)).toBe(hsts),
)

test('each answer has these headers, and no others', () => {
  expect(Object.fromEntries(securityHeaders('https://tarjetas.example'))).toEqual({
    'Content-Security-Policy': contentSecurityPolicy(),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Strict-Transport-Security': ONE_YEAR,
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  })
})

test('a page loads from this site alone, and has the styles whose hashes are named', () => {
  expect(contentSecurityPolicy(['sha256-a', 'sha256-b']).split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'sha256-a' 'sha256-b'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
})
