import type { IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { createAddressOf, networkBlockOf, networkOf } from './client-address.ts'
import { testTable } from '../../../tests/support/every.ts'

const from = (remoteAddress: string | undefined, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

const PROXIES = ['loopback', '10.0.0.0/8']

testTable<
  [
    what: string,
    trusted: readonly string[],
    socket: string | undefined,
    said: string | undefined,
    address: string,
  ]
>([
  ['the connection’s, without a trusted proxy', [], '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the connection’s, where that is no proxy', PROXIES, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  ['the forwarded one', PROXIES, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  [
    'the last forwarded one that is no proxy',
    PROXIES,
    '::ffff:127.0.0.1',
    '203.0.113.9, 10.1.2.3',
    '203.0.113.9',
  ],
  ['a forwarded one of IPv6', PROXIES, '::1', '2001:DB8::9', '2001:db8::9'],
  ['not one that the caller wrote before it', PROXIES, '10.0.0.1', '192.0.2.66, 203.0.113.9', '203.0.113.9'],
  ['a forwarded one without its port', PROXIES, '10.0.0.1', '203.0.113.9:51234', '203.0.113.9'],
  ['one of IPv6 without brackets and port', PROXIES, '10.0.0.1', '[2001:db8::9]:443', '2001:db8::9'],
  ['the proxy’s, where nothing is forwarded', PROXIES, '10.0.0.1', '', '10.0.0.1'],
  ['the proxy’s, where no address can be so', PROXIES, '10.0.0.1', '203.0.113.999', '10.0.0.1'],
  ['nobody’s, where the connection has ended', PROXIES, undefined, '203.0.113.9', ''],
])(
  'the address is the connection’s, or the one that a trusted proxy forwards, whatever the caller wrote [ACC-6]',
  (_what, trusted, socket, said, address) =>
    expect(createAddressOf(trusted)(from(socket, said))).toBe(address),
)

testTable([
  ['::FFFF:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  [undefined, ''],
])('an address is written in one way', (said, address) =>
  expect(createAddressOf([])(from(said))).toBe(address),
)

testTable([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8:0::/48', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48', '0:0:0::/48'],
  ['1::2:3:4:5:6:7', '1:0:2::/48', '1:0:2::/48'],
])('an address is of a network, and of a block', (address, ...places) =>
  expect([networkOf(address), networkBlockOf(address)]).toEqual(places),
)
