import { expect, test } from 'vitest'
import type { FoundAdministrator } from './account-registration.ts'
import { isActivated } from './account-state.ts'
import { account, type AccountCommand } from '../account.ts'
import {
  accountAfter,
  activated,
  ANA,
  CONSENT,
  deactivated,
  erased,
  granted,
  limitChanged,
  NEW_PASSWORD,
  PASSWORD,
  passwordDropped,
  passwordReset,
  PROFILE,
  register,
  registered,
  registeredAfter,
  revoked,
  slotFreed,
  slotTaken,
} from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

test('registering makes an account with its password and the consent that was given', () =>
  given(account)()
    .when(register)
    .then({ type: 'AccountRegistered', data: { ...ANA, credentialId: PASSWORD, consent: CONSENT } }))

test('registering: a second time is refused, whoever does it', () => {
  given(account)(registered).when(register).thenRefused('email-taken')
  given(account)(registered)
    .when({ ...register, name: 'Luis', credentialId: NEW_PASSWORD })
    .thenRefused('email-taken')
})

test('registering on the stream of an erased account is refused: the next one has a stream of its own', () =>
  given(account)(registered, activated, erased).when(register).thenRefused('email-taken'))

const found: FoundAdministrator = { type: 'FoundAdministrator', ...ANA, credentialId: PASSWORD }
const FOUNDED = [
  { type: 'AccountRegistered', data: { ...ANA, credentialId: PASSWORD } },
  { type: 'AccountActivated', data: { maxProfiles: 1 } },
  granted,
] as const

test('founding the administrator registers, activates and grants at once', () =>
  given(account)()
    .when(found)
    .then(...FOUNDED))

test('founding the administrator grants an account whose mailbox was proven, and leaves its password alone', () =>
  given(account)(registered, activated, passwordReset).when(found).then(granted))

test('founding the administrator of an address that anybody may have registered ends their password in the same append', () => {
  const other = { ...found, credentialId: NEW_PASSWORD }
  const replaced = { type: 'PasswordChanged', data: { by: 'system', credentialId: NEW_PASSWORD } } as const
  for (const past of [[registered], [registered, activated]] as const) {
    given(account)(...past)
      .when(other)
      .then(replaced, granted)
    for (const credentialId of [undefined, PASSWORD])
      given(account)(...past)
        .when({ ...found, credentialId })
        .then(passwordDropped, granted)
  }
  given(account)(registered, replaced, granted).when(other).thenNothing()
})

test('founding the administrator of an erased account is refused: the next one of its e-mail has a stream of its own', () =>
  given(account)(...FOUNDED, erased)
    .when(found)
    .thenRefused('email-taken'))

test('founding the administrator without a password makes an account that has none of its own', () =>
  given(account)()
    .when({ ...found, credentialId: undefined })
    .then({ type: 'AccountRegistered', data: { ...ANA, credentialId: undefined } }, ...FOUNDED.slice(1)))

const erase: AccountCommand = { type: 'EraseAccount' }

test('erasing ends an account, whatever its state', () => {
  given(account)(registered).when(erase).then(erased)
  given(account)(registered, activated, granted, deactivated).when(erase).then(erased)
})

test('erasing twice is erasing once, and an account that never existed is not erased', () => {
  given(account)(registered, erased).when(erase).thenNothing()
  given(account)().when(erase).thenNothing()
})

test('erasing ends older sessions for good', () => {
  expect(registeredAfter(erased, registered).sessionVersion).toBeGreaterThan(registeredAfter().sessionVersion)
  const twice = registeredAfter(erased, registered, erased, registered).sessionVersion
  expect(twice).toBeGreaterThan(registeredAfter(erased, registered).sessionVersion)
})

test.each<AccountCommand>([
  { type: 'LinkExternalLogin', issuer: 'i', subject: 's' },
  { type: 'ReplacePassword', by: 'system', credentialId: NEW_PASSWORD },
  { type: 'ReplacePassword', by: 'owner', credentialId: NEW_PASSWORD, replaces: PASSWORD },
  { type: 'Activate', code: 'K7WM-3XQA-9PZT', maxProfiles: 1, profileId: PROFILE },
  { type: 'TakeProfileSlot', profileId: PROFILE },
  { type: 'GrantAdmin' },
  { type: 'RevokeAdmin' },
  { type: 'Deactivate' },
  { type: 'Reactivate' },
  { type: 'CloseSessions', by: 'owner' },
])('without an account, and once it was erased, $type finds nothing', (command) => {
  given(account)().when(command).thenRefused('not-found')
  given(account)(registered, activated, erased).when(command).thenRefused('not-found')
})

test('an account is active, no administrator, not activated and has one slot when it is new', () => {
  const state = registeredAfter()
  expect(state).toMatchObject({ ...ANA, isActive: true, isAdmin: false, maxProfiles: 1, slots: [] })
  expect(state).toMatchObject({ hasPassword: true, isHolderProven: false, activation: undefined })
  expect(isActivated(state)).toBe(false)
})

test('an account counts as activated with a code, or as an administrator’s', () => {
  expect(isActivated(registeredAfter(activated))).toBe(true)
  expect(isActivated(registeredAfter(granted))).toBe(true)
  expect(isActivated(registeredAfter(granted, revoked))).toBe(false)
  expect(isActivated(registeredAfter(activated, granted, revoked))).toBe(true)
})

test('an account has the state of its last events', () => {
  const renamed = { type: 'AccountRenamed', data: { name: 'Ana Soto' } } as const
  expect(registeredAfter(activated)).toMatchObject({ maxProfiles: 3 })
  expect(registeredAfter(activated, limitChanged(5), renamed)).toMatchObject({
    maxProfiles: 5,
    name: 'Ana Soto',
  })
  const slots = [slotTaken(PROFILE), slotTaken('b'), slotFreed(PROFILE), slotTaken('c')]
  expect(registeredAfter(...slots)).toMatchObject({ slots: ['b', 'c'] })
})

test('an account of an erased person has no name and no address', () => {
  expect(accountAfter({ type: 'AccountRegistered', data: {} })).toMatchObject({ name: '', email: '' })
  expect(registeredAfter({ type: 'AccountRenamed', data: {} })).toMatchObject({ name: '' })
})
