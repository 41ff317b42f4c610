import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import { describe, expect, test } from 'vitest'
import { adviceOnEventStoreUrl, eventStoreHostsOf, eventStoreUrlOf } from './eventstore-url.ts'
import { everyRow } from '../../tests/support/every.ts'

const SECRET = 'Secreta1'

describe('an address is usable', () => {
  const usable = [
    'esdb://servidor:2113?tls=false',
    'esdb://127.0.0.1:2113?tls=false',
    'esdb://servidor/?tls=false',
    'esdb://servidor?TLS=false&keepAliveInterval=10000',
    `esdb://ana:${SECRET}@servidor`,
    `esdb://ana:${SECRET}@servidor:2113`,
    `esdb://ana:${SECRET}@servidor:2113/`,
    `esdb://ana:a%40b%3Ac%25@uno:2113,dos:2114,tres`,
    `esdb+discover://ana:${SECRET}@cluster.example:2113?node-preference=leader`,
    `esdb://ana:p%2Fa%3Fs@servidor:2113?tlsCAFile=/etc/ca.pem`,
    `esdb://ana:${SECRET}@servidor?tls=true&connectionName=tarjetas`,
  ]
  test('without advice', () =>
    everyRow(usable, (url) => {
      expect(adviceOnEventStoreUrl(url)).toBeUndefined()
    }))

  test('and the client reads it as intended', () =>
    everyRow(usable, (url) => {
      const { hosts, defaultCredentials } = parseConnectionString(eventStoreUrlOf(url))
      const [, user, password] = /\/\/(\w+):(\S+)@/.exec(url) ?? []
      expect(defaultCredentials).toEqual(
        user === undefined ? undefined : { username: user, password: decodeURIComponent(password!) },
      )
      const named = eventStoreHostsOf(url)
        .split(',')
        .map((host) => host.split(':'))
      expect(hosts).toEqual(named.map(([address, port = '2113']) => ({ address, port: Number(port) })))
    }))

  test('with raw signs in its password', () =>
    everyRow(['@', '#', '/', '?', ':', '%', '#1/2?3@%', 'ñ'], (signs) => {
      const url = `esdb://ana:${SECRET}${signs}x@uno:2113,dos?tls=true`
      expect(adviceOnEventStoreUrl(url)).toBeUndefined()
      const { hosts, defaultCredentials } = parseConnectionString(eventStoreUrlOf(url))
      expect(defaultCredentials).toEqual({ username: 'ana', password: `${SECRET}${signs}x` })
      expect(hosts.map(({ address }) => address)).toEqual(['uno', 'dos'])
      expect(eventStoreHostsOf(url)).toBe('uno:2113,dos')
    }))

  test('without a final slash, which the client would take for a part of the name', () => {
    expect(eventStoreUrlOf('esdb://servidor/?tls=false')).toBe('esdb://servidor?tls=false')
    expect(eventStoreUrlOf('esdb://ana:x@uno:1,dos:2/?a=1&b=2')).toBe('esdb://ana:x@uno:1,dos:2?a=1&b=2')
  })
})

describe('an address is refused', () => {
  const refused: readonly (readonly [RegExp, readonly string[]])[] = [
    [
      /^debe ser una dirección esdb:\/\//,
      ['servidor:2113', 'http://servidor', 'kurrentdb://servidor', 'esdb://', 'esdb://ana: x@servidor'],
    ],
    [
      /codificados: @ como %40/,
      [
        `esdb://ana:12/${SECRET}@servidor:2113`,
        `esdb://ana#${SECRET}@servidor:2113`,
        `esdb://ana@servidor:2113`,
        `esdb://ana:@servidor:2113`,
        `esdb://:${SECRET}@servidor:2113`,
        `esdb://ana:${SECRET}@servidor:2113?connectionName=a@b`,
      ],
    ],
    [
      /^debe nombrar uno o más servidores/,
      [
        'esdb://?tls=false',
        'esdb://servidor:puerto?tls=false',
        'esdb://servidor:0?tls=false',
        'esdb://servidor:65536?tls=false',
        'esdb://[::1]:2113?tls=false',
        'esdb://uno,,dos?tls=false',
        'esdb://servidor:2113/base?tls=false',
        `esdb://ana:${SECRET}@`,
      ],
    ],
    [/usa TLS/, ['esdb://servidor:2113', 'esdb+discover://servidor', 'esdb://servidor?tls=true']],
    [/tlsVerifyCert/, [`esdb://ana:${SECRET}@servidor?tlsVerifyCert=false`]],
    [
      /solo opciones que se conocen/,
      [
        `esdb://ana:${SECRET}@servidor?secure=true`,
        'esdb://servidor?tls=no',
        'esdb://servidor?tls',
        'esdb://servidor?tls=false&',
        'esdb://servidor?tls=false&nodePreference=follower',
        'esdb://servidor?tls=false&keepAliveInterval=10s',
        'esdb://servidor?tls=false&keepAliveInterval=-5',
        'esdb://servidor?tls=false&defaultDeadline=0',
        'esdb://servidor?tls=false&throwOnAppendFailure=false',
        'esdb://servidor?',
      ],
    ],
  ]
  const cases = refused.flatMap(([advice, urls]) => urls.map((url) => [url, advice] as const))

  test('with advice that does not repeat its secret', () =>
    everyRow(cases, ([url, advice]) => {
      expect(adviceOnEventStoreUrl(url)).toMatch(advice)
      expect(adviceOnEventStoreUrl(url)).not.toContain(SECRET)
    }))
})

test('only the servers of an address are shown', () => {
  expect(eventStoreHostsOf(`esdb://ana:${SECRET}@uno:2113,dos:2114/?tls=true`)).toBe('uno:2113,dos:2114')
})
