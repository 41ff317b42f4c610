import type { IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import { isFromThisMachine } from './own-machine.ts'
import { testTable } from '../../../tests/support/every.ts'

const asked = (remoteAddress: string | undefined, headers: IncomingMessage['headers'] = {}) =>
  ({
    socket: { remoteAddress },
    headers: { host: 'localhost:3000', ...headers },
  }) as unknown as IncomingMessage

testTable(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
  'a loopback address is this machine',
  (address) => {
    expect(isFromThisMachine(asked(address))).toBe(true)
  },
)

testTable(['10.0.0.3', '192.168.1.7', '::ffff:10.0.0.3', 'fe80::1', '2001:db8::1', '', undefined])(
  'another address is another machine',
  (address) => {
    expect(isFromThisMachine(asked(address))).toBe(false)
  },
)

testTable([
  'CF-Connecting-IP',
  'CF-Connecting-IPv6',
  'CF-Ray',
  'CDN-Loop',
  'Client-IP',
  'Fastly-Client-IP',
  'Fly-Client-IP',
  'Forwarded',
  'True-Client-IP',
  'Via',
  'X-Amzn-Trace-Id',
  'X-Azure-ClientIP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'X-Envoy-External-Address',
  'X-Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Port',
  'X-Original-Forwarded-For',
  'X-ProxyUser-Ip',
  'X-Real-IP',
])('a request that a proxy marked is another machine’s', (name) => {
  const lower = name.toLowerCase()
  expect(isFromThisMachine(asked('127.0.0.1', { [lower]: '203.0.113.9' }))).toBe(false)
  expect(isFromThisMachine(asked('127.0.0.1', { [lower]: '' }))).toBe(false)
})

testTable(['malo.example', '127.0.0.1.malo.example', 'tarjeta.example:3000', '', 'a b', undefined])(
  'a request to this machine under another name does not count as from it',
  (host) => {
    expect(isFromThisMachine(asked('127.0.0.1', { host }))).toBe(false)
  },
)
