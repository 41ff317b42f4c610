import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { derivedIdKeys } from './testing/names.ts'
import { base32, createReminderTokens, fromBase32, type ReminderPurpose } from './reminder-tokens.ts'
import { createSubscriptionIds } from './subscription-ids.ts'

const keys = derivedIdKeys(Buffer.alloc(32, 1))
const tokens = createReminderTokens(keys)
const ids = createSubscriptionIds(keys)
const PURPOSES: readonly ReminderPurpose[] = ['unsubscribe', 'talked', 'page', 'bounce']
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const of = { subscriptionId: ids.subscription(PROFILE, 'ana@x.example'), cycle: 3 }

testTable([
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foobar', 'mzxw6ytboi'],
])('base32 is that of RFC 4648', (text, written) => expect(base32(Buffer.from(text))).toBe(written))

test('base32 reads its own text, in any case, and nothing else', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = base32(Buffer.from(bytes))
      expect(fromBase32(text.toUpperCase(), bytes.length)).toEqual(Buffer.from(bytes))
      expect(fromBase32(`${text}a`, bytes.length)).toBeUndefined()
      expect(fromBase32(text.replace(/.$/, '1'), bytes.length)).toBeUndefined()
    }),
    { seed: Number(process.env.TEST_SEED) },
  ))

test('a token is read for its purpose alone, fits into an address, and is refused with any changed character', () => {
  const token = tokens.issue('page', of)
  for (const purpose of PURPOSES)
    expect(tokens.read(purpose, token)).toEqual(purpose === 'page' ? of : undefined)
  expect(`rebotes+${token}`.length).toBeLessThanOrEqual(64)
  const changed = Array.from(
    token,
    (char, at) => token.slice(0, at) + (char === 'b' ? 'c' : 'b') + token.slice(at + 1),
  )
  const others = createReminderTokens(derivedIdKeys(Buffer.alloc(32, 2))).issue('page', of)
  for (const text of [...changed, others, '', 'a', 'ñ'.repeat(52), 'a'.repeat(53), '../../etc/passwd'])
    expect(tokens.read('page', text)).toBeUndefined()
})

test('the id of a subscription is one for a person and profile, however written, and no other has it', () => {
  expect(ids.subscription(PROFILE.toUpperCase(), ' ANA@X.Example ')).toBe(of.subscriptionId)
  const other = ids.subscription('0190b5a0-7c1e-7d3a-8f00-000000000003', 'ana@x.example')
  expect(new Set([of.subscriptionId, other, ids.suppression('ana@x.example')]).size).toBe(3)
})
