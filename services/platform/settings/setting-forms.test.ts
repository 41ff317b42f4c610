import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import { expect, test } from 'vitest'
import { eventStoreHostsOf, eventStoreUrl } from './setting-forms.ts'
import { testTable } from '../../../tests/support/every.ts'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { checkZone } from './zone-check.ts'

const ANA = { username: 'ana', password: 'Secreta1' }

testTable([
  ['esdb://servidor:2113?tls=false', 'servidor:2113', undefined],
  ['esdb://servidor/?tls=false', 'servidor', undefined],
  ['esdb://servidor?TLS=false', 'servidor', undefined],
  ['esdb://ana:Secreta1@servidor:2113/', 'servidor:2113', ANA],
  [
    'esdb://ana:a%40b%3Ac%25@uno:2113,dos:2114,tres',
    'uno:2113,dos:2114,tres',
    { ...ANA, password: 'a@b:c%' },
  ],
  [
    'esdb+discover://ana:Secreta1@cluster.example:2113?tls=true&tlsCAFile=ca.crt',
    'cluster.example:2113',
    ANA,
  ],
  [
    'esdb://ana:p%2Fa%3Fs@servidor:2113?tlsCAFile=/etc/ca.pem',
    'servidor:2113',
    { ...ANA, password: 'p/a?s' },
  ],
  ['esdb://ana:Secreta1@servidor?tls=true', 'servidor', ANA],
])('the client reads a usable address as intended, and only its servers are shown', (text, shown, login) => {
  const url = eventStoreUrl.parse(text)
  const { hosts, defaultCredentials } = parseConnectionString(url)
  expect(defaultCredentials).toEqual(login)
  const named = shown.split(',').map((host) => host.split(':'))
  expect(hosts).toEqual(named.map(([address, port = '2113']) => ({ address, port: Number(port) })))
  expect(eventStoreHostsOf(url)).toBe(shown)
})

testTable([
  'servidor:2113',
  'http://servidor',
  'esdb://',
  'esdb://ana: x@servidor',
  ...['@', '#', '/', '?'].map((sign) => `esdb://ana:Secreta1${sign}x@servidor:2113`),
  'esdb://?tls=false',
  'esdb://servidor:2113/base?tls=false',
])('an address that the client would misread is refused', (text) => {
  expect(eventStoreUrl.safeParse(text).data).toBeUndefined()
})

const HOUR_MS = 3_600_000
const behindUtc = (hours: number) => (ms: number) => {
  const shown = new Date(ms - hours * HOUR_MS).toISOString()
  return { day: shown.slice(0, 10), hour: Number(shown.slice(11, 13)) }
}

test('a runtime that computes days of Santiago wrong is refused in one Spanish line, and this one is not', () => {
  checkZone()
  const early = (ms: number) =>
    ms > Date.parse('2022-09-04T04:00:00Z') && ms < Date.parse('2022-09-11T04:00:00Z')
      ? behindUtc(3)(ms)
      : wallHourInSantiago(ms)
  const american = (ms: number) => ({ ...wallHourInSantiago(ms), day: '11/20/2026' })
  const none = () => {
    throw new RangeError('Invalid time zone specified: America/Santiago')
  }
  for (const wrong of [behindUtc(4), behindUtc(3), behindUtc(0), american, early, none]) {
    expect(() => checkZone(wrong)).toThrow(StartError)
    expect(() => checkZone(wrong)).toThrow(
      /^Este Node \(v.*\) calcula mal los días de America\/Santiago: .*$/,
    )
  }
})
