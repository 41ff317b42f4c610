import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base32, fromBase32 } from './reminder-tokens.ts'
import { derivedIdKeys } from './testing/names.ts'
import { createReminderTokens, type ReminderPurpose } from './reminder-tokens.ts'
import { createSubscriptionIds } from './subscription-ids.ts'

const seed = Number(process.env['TEST_SEED'])
const keys = derivedIdKeys(Buffer.alloc(32, 1))
const tokens = createReminderTokens(keys)
const ids = createSubscriptionIds(keys)
const PURPOSES: readonly ReminderPurpose[] = ['unsubscribe', 'talked', 'page', 'bounce']
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const of = { subscriptionId: ids.subscription(PROFILE, 'ana@x.example'), cycle: 3 }

test.each([
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foob', 'mzxw6yq'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
])('base32 of %j is that of RFC 4648', (text, written) => expect(base32(Buffer.from(text))).toBe(written))

test('base32 reads its own text, in any case, and nothing else', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = base32(Buffer.from(bytes))
      expect(fromBase32(text.toUpperCase(), bytes.length)).toEqual(Buffer.from(bytes))
      expect(fromBase32(`${text}a`, bytes.length)).toBeUndefined()
      expect(fromBase32(text.replace(/.$/, '1'), bytes.length)).toBeUndefined()
    }),
    { seed },
  ))

describe('a token', () => {
  test.each(PURPOSES)('for %s is read for it, and for nothing else', (purpose) => {
    const token = tokens.issue(purpose, of)
    expect(tokens.read(purpose, token)).toEqual(of)
    for (const other of PURPOSES) if (other !== purpose) expect(tokens.read(other, token)).toBeUndefined()
  })

  test('fits into the local part of an address', () =>
    expect(`rebotes+${tokens.issue('bounce', of)}`.length).toBeLessThanOrEqual(64))

  test('with any changed character is refused', () => {
    const token = tokens.issue('page', of)
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'b' ? 'c' : 'b'
      expect(tokens.read('page', token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
    }
  })

  test('of another installation is refused', () => {
    const others = createReminderTokens(derivedIdKeys(Buffer.alloc(32, 2)))
    expect(tokens.read('page', others.issue('page', of))).toBeUndefined()
  })

  test.each(['', 'a', 'ñ'.repeat(52), 'a'.repeat(53), '../../etc/passwd'])('%j is refused', (text) =>
    expect(tokens.read('page', text)).toBeUndefined(),
  )
})

describe('the id of a subscription', () => {
  test('is one for a person and profile, however they are written', () =>
    expect(ids.subscription(PROFILE.toUpperCase(), ' ANA@X.Example ')).toBe(of.subscriptionId))

  test('is another for each profile, and none of them is that of the suppression', () => {
    const other = ids.subscription('0190b5a0-7c1e-7d3a-8f00-000000000003', 'ana@x.example')
    expect(new Set([of.subscriptionId, other, ids.suppression('ana@x.example')]).size).toBe(3)
  })
})
