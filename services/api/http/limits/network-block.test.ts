import { expect } from 'vitest'
import { networkBlockOf, providerBlockOf } from './network-block.ts'
import { testTable } from '../../../../tests/support/every.ts'

testTable([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.250', '203.0.113.0/24'],
  ['203.0.114.7', '203.0.114.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2::', '2001:db8:2::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('an address is of a block', (address, block) => {
  expect(networkBlockOf(address)).toBe(block)
})

testTable([
  ['203.0.113.7', '203.0.0.0/16'],
  ['203.0.250.7', '203.0.0.0/16'],
  ['203.1.113.7', '203.1.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8::/32'],
  ['2001:db8:ffff::1', '2001:db8::/32'],
  ['2001:db9::', '2001:db9::/32'],
  ['::1', '0:0::/32'],
])('an address is of a provider’s block', (address, block) => {
  expect(providerBlockOf(address)).toBe(block)
})
