import { expect, test } from 'vitest'
import { acceptsBrotli } from './send.ts'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'
import { testTable } from '../../../tests/support/every.ts'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { positionInHeader, waitUpTo } from './parse-call.ts'

testTable([
  ['gzip, deflate, br, zstd', true],
  ['*', true],
  ['br;q=0, *', false],
  ['deflate, gzip', false],
  ['br;q=0.5, identity;q=0.8', false],
  [';;,,q=1,=', false],
  [undefined, false],
])('what is packed goes to whoever likes it best', (header, isPacked) => {
  const request = { headers: header === undefined ? {} : { 'accept-encoding': header } }
  expect(acceptsBrotli(request as IncomingMessage)).toBe(isPacked)
})

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

testTable<[header: string | undefined, isThere: boolean, waited: bigint | undefined, stale?: string]>([
  ['7', true, 7n],
  ['7', false, 7n, 'true'],
  [undefined, false, undefined],
  ['no position', false, undefined],
  ['9'.repeat(21), false, undefined],
])(
  'a read waits for the position that it names, and is stale where its rows come too late [PROJ-9]',
  async (header, isThere, waited, stale) => {
    const positions: bigint[] = []
    const waitFor = async (_models: readonly string[], position: bigint): Promise<boolean> => {
      positions.push(position)
      return isThere
    }
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    await waitUpTo({ waitFor }, response, ['traffic'], positionInHeader(header))
    expect([positions, response.getHeader('stale')]).toEqual([waited === undefined ? [] : [waited], stale])
  },
)
