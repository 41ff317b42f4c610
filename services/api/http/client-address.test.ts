import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  createAddressOf,
  createConnectionNetworkOf,
  networkBlockOf,
  networkOf,
  providerBlockOf,
} from './client-address.ts'
import { testTable } from '../../../tests/support/every.ts'

const from = (remoteAddress: string | undefined, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

describe('without a trusted proxy', () => {
  const addressOf = createAddressOf([])

  test('the address is the connection’s, and no header changes it', () => {
    expect(addressOf(from('198.51.100.7', '203.0.113.9'))).toBe('198.51.100.7')
    expect(addressOf(from('127.0.0.1', '203.0.113.9'))).toBe('127.0.0.1')
  })

  testTable([
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['::FFFF:198.51.100.7', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
    ['2001:DB8:0:0::7', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    [undefined, ''],
  ])('is written in one way', (said, address) => expect(addressOf(from(said))).toBe(address))
})

describe('with trusted proxies', () => {
  const addressOf = createAddressOf(['loopback', '10.0.0.0/8'])

  test('of their forwarded addresses the last that is no proxy is used', () => {
    expect(addressOf(from('127.0.0.1', '203.0.113.9'))).toBe('203.0.113.9')
    expect(addressOf(from('::ffff:127.0.0.1', '203.0.113.9, 10.1.2.3'))).toBe('203.0.113.9')
    expect(addressOf(from('::1', '2001:DB8::9'))).toBe('2001:db8::9')
  })

  test('addresses that the caller wrote before them are not [ACC-6]', () => {
    expect(addressOf(from('10.0.0.1', '192.0.2.66, 203.0.113.9'))).toBe('203.0.113.9')
    expect(addressOf(from('10.0.0.1', 'rubbish, 203.0.113.9, 10.9.9.9'))).toBe('203.0.113.9')
  })

  test('a header from elsewhere is not', () => {
    expect(addressOf(from('198.51.100.7', '203.0.113.9'))).toBe('198.51.100.7')
  })

  test('some append a port', () => {
    expect(addressOf(from('10.0.0.1', '203.0.113.9:51234'))).toBe('203.0.113.9')
    expect(addressOf(from('10.0.0.1', '[2001:db8::9]:443'))).toBe('2001:db8::9')
  })

  testTable(['', 'unknown', 'x'.repeat(10_000), '203.0.113.999', ', ,'])(
    'is the proxy’s own where no address is forwarded',
    (said) => expect(addressOf(from('10.0.0.1', said))).toBe('10.0.0.1'),
  )
})

test('connections count by network, but not those of trusted proxies and of this machine', () => {
  const connectionNetworkOf = createConnectionNetworkOf(['10.0.0.0/8'])
  expect(['198.51.100.7', '::ffff:198.51.100.7', '2001:db8:1:2:3::4'].map(connectionNetworkOf)).toEqual([
    '198.51.100.7',
    '198.51.100.7',
    '2001:db8:1:2::/64',
  ])
  const unlimited = ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3']
  for (const address of unlimited) expect(connectionNetworkOf(address)).toBeUndefined()
})

testTable([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', '203.0.0.0/16'],
  ['203.0.113.250', '203.0.113.250', '203.0.113.0/24', '203.0.0.0/16'],
  ['203.0.114.7', '203.0.114.7', '203.0.114.0/24', '203.0.0.0/16'],
  ['203.1.113.7', '203.1.113.7', '203.1.113.0/24', '203.1.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:db8:1:ffff::1', '2001:db8:1:ffff::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:db8:2::', '2001:db8:2:0::/64', '2001:db8:2::/48', '2001:db8::/32'],
  ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8::/32'],
  ['2001:db9::', '2001:db9:0:0::/64', '2001:db9:0::/48', '2001:db9::/32'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
  ['::', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64', '1:0:2::/48', '1:0::/32'],
])('an address is of a network, of a block, and of a provider’s block', (address, ...places) =>
  expect([networkOf(address), networkBlockOf(address), providerBlockOf(address)]).toEqual(places),
)
