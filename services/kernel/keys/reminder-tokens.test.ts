import { expect, test } from 'vitest'
import { derivedIdKeys } from './testing/names.ts'
import { createReminderTokens, type ReminderPurpose } from './reminder-tokens.ts'
import { createSubscriptionIds } from './subscription-ids.ts'

const keys = derivedIdKeys(Buffer.alloc(32, 1))
const tokens = createReminderTokens(keys)
const ids = createSubscriptionIds(keys)
const PURPOSES: readonly ReminderPurpose[] = ['unsubscribe', 'talked', 'page', 'bounce']
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const of = { subscriptionId: ids.subscription(PROFILE, 'ana@x.example'), cycle: 3 }

test('a token is read for its purpose alone, fits into an address, and is refused with any changed character', () => {
  const token = tokens.issue('page', of)
  // Mailed links stay valid.
  expect(token).toBe('e2qjyi3qesgsromsalfuiavtoyaaaa3frl2npwrkgmyxki6e2hva')
  expect(tokens.read('page', token.toUpperCase())).toEqual(of)
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
