import { expect, test } from 'vitest'
import { networkKey, profileKey } from './traffic-limits.ts'
import { testTable } from '../../../../tests/support/every.ts'

const HERE = '203.0.113.1'
const ID = '0199a000-0000-7000-8000-00000000000a'
const keyOf = (profile: string | undefined) => profileKey(HERE, { profile })

test('all keys have the same length, whatever the name and the network [LIM-7]', () => {
  const names = ['a', 'camila', 'x'.repeat(60), 'x'.repeat(15_000), ID, '', undefined, 'ñ'.repeat(60)]
  const networks = [HERE, '2001:db8:1:2::/64', '']
  const keys = networks.flatMap((network) => [
    networkKey(network),
    ...names.map((profile) => profileKey(network, { profile })),
  ])
  expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([44]))
})

test('a name has one key in any spelling, and another one for its page', () => {
  expect(keyOf('Camila')).toBe(keyOf('camila'))
  expect(keyOf(ID.toUpperCase())).toBe(keyOf(ID))
  expect(profileKey(HERE, { profile: 'camila', isPage: true })).not.toBe(keyOf('camila'))
})

testTable([
  ['nothing', ''],
  ['something too long', 'x'.repeat(61)],
  ['other signs', 'camila!'],
  ['accents', 'camïla'],
  ['a hyphen at its end', 'camila-'],
])('a name that no profile can have gets the common key', (_, profile) => {
  expect(keyOf(profile)).toBe(keyOf(undefined))
})
