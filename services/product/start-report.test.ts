import { expect, test, afterEach, vi } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { shownMailPage } from '../platform/mail/mail-page-routes.ts'
import { mailPageUrl, reportStartFault } from './start-report.ts'

const TRIED = {
  smtpUrl: undefined,
  production: false,
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: '/data',
}

test('stored mails are shown when the product runs on one’s own machine', () => {
  for (const publicUrl of ['http://127.0.0.1:3000', 'http://localhost:8080', 'http://[::1]:3000'])
    expect(shownMailPage({ ...TRIED, publicUrl })?.folder).toBe('/data/mail')
})

test.each([
  ['in production', { production: true }],
  ['with a mail server', { smtpUrl: 'smtp://correo.example' }],
  ['with an address of the outside world', { publicUrl: 'https://tarjeta.example' }],
  ['with an address of the network', { publicUrl: 'http://192.168.1.5:3000' }],
])('%s no mails are shown', (_where, change) => {
  expect(shownMailPage({ ...TRIED, ...change })).toBeUndefined()
})

test('the key of stored mails is new at each start, and is in the address of the box', () => {
  const pages = [shownMailPage(TRIED)!, shownMailPage(TRIED)!]
  expect(new Set(pages.map(({ key }) => key)).size).toBe(2)
  expect(mailPageUrl(TRIED, pages[0]!)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/dev\/mail\?key=[\w-]{22}$/)
})

afterEach(() => vi.restoreAllMocks())

function reported(error: unknown): unknown {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  reportStartFault(error)
  return printed.mock.calls[0]?.[0]
}

test.each([
  ['a statement that is not answered', new Error('Query read timeout'), 'Query read timeout'],
  [
    'a log that does not answer',
    new StoreError('Unavailable', 'the log is unavailable'),
    'the log is unavailable',
  ],
])('the report about %s names the cause and the remedy', (_what, error, cause) => {
  expect(reported(error)).toMatch(`dejó de responder durante el inicio (${cause}): revisa que funcionen`)
})

test('a wrong setting is reported in its own words', () => {
  expect(reported(new StartError('PORT: debe ser un número.'))).toBe('PORT: debe ser un número.')
})

test('an unreadable event is named, with the remedy', () => {
  const facts = { position: 14n, stream: 'store-identity', revision: 1n }
  expect(reported(new StoreError('Corrupt', 'data: not an object', { facts }))).toMatch(
    /^El evento 14 \(store-identity\) no se puede leer .*Avanzado/,
  )
})

test('any other error is reported as unexpected', () => {
  expect(reported(new TypeError('x is not a function'))).toMatch('error inesperado')
})
