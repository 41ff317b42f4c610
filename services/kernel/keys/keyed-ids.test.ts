import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { STREAM_NAME } from '@app/contracts/event-store.ts'
import { SLUG, slugStream } from '@app/contracts/profiles.ts'
import { NAMES, CODE_SEALS, derivedIdKeys } from './testing/names.ts'
import { createCodeSeals } from '../../codes/code-admin-routes.ts'
import { createSubscriptionIds, createAccountIds, hashedVisitorId } from './keyed-ids.ts'
import { createReminderTokens, type ReminderPurpose } from './reminder-tokens.ts'

const CODE = 'ABCD-EFGH-JKMN'
const WORDS = ['ana', 'ana-rivas', 'x'.repeat(100), CODE]
const UUID_V8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('a word always has the same name, so that claims in logs are found', () => {
  expect(NAMES.slug('ana-rivas')).toBe('keyed_6ba02c7f56efdc2506f453c8ac910720')
  expect(NAMES.activationCode(CODE)).toBe('keyed_6a207c829d358eab7598b24880d8dc68')
  expect(NAMES.searchWord('accounts', 'ana')).toBe(1_229_998_639_550_660)
  expect(NAMES.searchWord('quotations', 'ana')).not.toBe(1_229_998_639_550_660)
})

test('names have one length, contain nothing of the word, fit streams, and are neither a slug nor a code', () => {
  for (const name of WORDS.flatMap((word) => [NAMES.slug(word), NAMES.activationCode(word)])) {
    expect(name).toMatch(/^keyed_[0-9a-f]{32}$/)
    expect(slugStream(name)).toMatch(STREAM_NAME)
    expect(activationCodeStream(name)).toMatch(STREAM_NAME)
    expect(name).not.toMatch(SLUG)
    expect(normalCode(name)).toBeUndefined()
  }
})

test('the account of an e-mail is one in whatever spelling, for ever, and another in each life of it', () => {
  const idOf = createAccountIds(derivedIdKeys(Buffer.alloc(32, 1)))
  expect(idOf('ana@x.example')).toBe('bef662ea-12e1-875a-a97e-803a402093d0')
  expect(idOf('  ANA＠x.example\n', 0)).toBe('bef662ea-12e1-875a-a97e-803a402093d0')
  expect(idOf(' ANA@x.example', 1)).toBe('e41548f4-e70b-8147-8c76-70dfd0476e42')
  const others = ['ana@x.exampl', 'ana+1@x.example', 'aná@x.example'].map((email) => idOf(email))
  expect(new Set([...others, ...[0, 1, 2, 10].map((life) => idOf('ana@x.example', life))]).size).toBe(7)
})

test('a visitor without an id is one by profile, day, address and browser', () => {
  const seen = { profileId: 'p1', address: '203.0.113.7', userAgent: 'Mozilla/5.0 (iPhone)' }
  const key = Buffer.alloc(32, 3)
  const id = hashedVisitorId(key, seen)
  expect(id).toMatch(UUID_V8)
  expect(hashedVisitorId(key, { ...seen })).toBe(id)
  const others = [{ profileId: 'p2' }, { address: '203.0.113.8' }, { userAgent: 'Mozilla/5.0 (Android)' }]
  for (const other of others) expect(hashedVisitorId(key, { ...seen, ...other })).not.toBe(id)
  expect(hashedVisitorId(Buffer.alloc(32, 4), seen)).not.toBe(id)
})

test('an encrypted code opens for its own stream alone, under its own key', () => {
  const sealed = CODE_SEALS.seal('one', CODE)
  expect(sealed).not.toContain('ABCD')
  expect(CODE_SEALS.open('one', sealed)).toBe(CODE)
  expect(() => CODE_SEALS.open('two', sealed)).toThrow()
  const others = createCodeSeals(derivedIdKeys(Buffer.alloc(32, 'another')), randomBytes)
  expect(() => others.open('one', sealed)).toThrow()
})

test('an address names its mailbox in any spelling, and no other address that may arrive elsewhere [PRIV-16]', () => {
  const { address } = createSubscriptionIds(derivedIdKeys(Buffer.alloc(32, 1)))
  expect(address('ANA.Soto@Correo.example')).toBe(address('ana.soto@correo.example'))
  for (const other of ['carla+x@correo.example', 'car.la@correo.example'])
    expect(address(other)).not.toBe(address('carla@correo.example'))
})

const keys = derivedIdKeys(Buffer.alloc(32, 1))
const tokens = createReminderTokens(keys)
const ids = createSubscriptionIds(keys)
const PURPOSES: readonly ReminderPurpose[] = ['unsubscribe', 'talked', 'bounce']
const PROFILE = '0190b5a0-7c1e-7d3a-8f00-000000000002'
const of = { subscriptionId: ids.subscription(PROFILE, 'ana@x.example'), cycle: 3 }

test('a token is read for its purpose alone, fits into an address, and is refused with any changed character', () => {
  const token = tokens.issue('talked', of)
  // Mailed links stay valid.
  expect(token).toBe('e2qjyi3qesgsromsalfuiavtoyaaaazb6uwrk3westuxwqqothsq')
  expect(tokens.read('talked', token.toUpperCase())).toEqual(of)
  for (const purpose of PURPOSES)
    expect(tokens.read(purpose, token)).toEqual(purpose === 'talked' ? of : undefined)
  expect(`rebotes+${token}`.length).toBeLessThanOrEqual(64)
  const changed = Array.from(
    token,
    (char, at) => token.slice(0, at) + (char === 'b' ? 'c' : 'b') + token.slice(at + 1),
  )
  const others = createReminderTokens(derivedIdKeys(Buffer.alloc(32, 2))).issue('talked', of)
  for (const text of [...changed, others, '', 'a', 'ñ'.repeat(52), 'a'.repeat(53), '../../etc/passwd'])
    expect(tokens.read('talked', text)).toBeUndefined()
})

test('the id of a subscription is one for a person and profile, however written, and no other has it', () => {
  expect(ids.subscription(PROFILE.toUpperCase(), ' ANA@X.Example ')).toBe(of.subscriptionId)
  const other = ids.subscription('0190b5a0-7c1e-7d3a-8f00-000000000003', 'ana@x.example')
  expect(new Set([of.subscriptionId, other, ids.suppression('ana@x.example')]).size).toBe(3)
})
