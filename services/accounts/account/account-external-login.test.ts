import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { LinkExternalLogin } from './account-registration.ts'
import { account } from '../account.ts'
import {
  activated,
  ANA,
  CONSENT,
  deactivated,
  erased,
  founded,
  GOOGLE,
  granted,
  linked,
  NEW_PASSWORD,
  passwordDropped,
  passwordReset,
  registered,
  registeredAfter,
  registerExternally,
} from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

const MADE = [
  { type: 'AccountRegistered', data: { ...ANA, consent: CONSENT } },
  passwordDropped,
  linked,
] as const
const link: LinkExternalLogin = { type: 'LinkExternalLogin', ...GOOGLE }
const byOwner = { type: 'PasswordChanged', data: { by: 'owner', credentialId: NEW_PASSWORD } } as const
const bySystem = { type: 'PasswordChanged', data: { by: 'system', credentialId: NEW_PASSWORD } } as const
const requested = {
  type: 'PasswordResetRequested',
  data: { tokenHash: 'h', expiresAt: '2026-11-20T13:00:00.000Z' },
} as const
const other = { issuer: 'https://other.example', subject: 'o-1' }

/** Registering and linking decide the same where there is an account. */
describe.each([
  ['linking', link],
  ['registering', registerExternally],
] as const)('%s an external login', (_, command) => {
  test('twice is doing it once', () => {
    given(account)(...MADE)
      .when(command)
      .thenNothing()
    given(account)(founded, linked).when(command).thenNothing()
  })

  test.each<[string, readonly PastEvent[]]>([
    ['whose mailbox was proven', [registered, passwordReset]],
    ['whose mailbox was proven, and whose owner has changed it since', [registered, passwordReset, byOwner]],
    ['that the installation made', [founded]],
    ['that was given it by the installation', [registered, bySystem]],
    ['without one', [registered, passwordDropped]],
    ['linked to another provider', [...MADE, { type: 'ExternalLoginLinked', data: other }, passwordReset]],
  ])('leaves the password of an account alone %s', (_title, past) => {
    const isLinked = past.includes(linked)
    const outcome = given(account)(...past).when(command)
    if (isLinked) outcome.thenNothing()
    else outcome.then(linked)
  })

  test.each<[string, readonly PastEvent[]]>([
    ['', []],
    [', with a card', [activated]],
    [', of an administrator', [granted]],
    [', changed by its holder', [activated, byOwner]],
    [', deactivated', [deactivated]],
    [', with a requested reset link', [requested]],
  ])('ends the password of an account whose mailbox nobody has proven%s', (_title, past) =>
    given(account)(registered, ...past)
      .when(command)
      .then(linked, passwordDropped),
  )

  test('ends such a password at the next login, where an earlier one left it', () => {
    given(account)(registered, activated, linked).when(command).then(passwordDropped)
    given(account)(registered, activated, linked, byOwner).when(command).then(passwordDropped)
    given(account)(registered, activated, linked, passwordDropped).when(command).thenNothing()
    given(account)(registered, activated, linked, passwordReset).when(command).thenNothing()
  })

  test('is refused where the provider’s person is another than before', () =>
    given(account)(...MADE)
      .when({ ...command, subject: 'g-2' })
      .thenRefused('external-login-failed'))

  test('is refused where the former person was erased', () =>
    given(account)(registered, { type: 'ExternalLoginLinked', data: { issuer: GOOGLE.issuer } })
      .when(command)
      .thenRefused('external-login-failed'))

  test('of a second provider is kept beside the first', () => {
    given(account)(...MADE)
      .when({ ...command, ...other })
      .then({ type: 'ExternalLoginLinked', data: other })
    const both = registeredAfter(linked, { type: 'ExternalLoginLinked', data: other })
    expect(both.externalLogins).toEqual([GOOGLE, other])
  })
})

test('registering by an external login creates an account without a password, whose mailbox the provider has verified', () =>
  given(account)()
    .when(registerExternally)
    .then(...MADE))

test('registering by an external login on the stream of an erased account is refused: the next one has a stream of its own', () =>
  given(account)(...MADE, erased)
    .when({ ...registerExternally, subject: 'g-2' })
    .thenRefused('external-login-failed'))

test('registering by an external login leaves the name and the consent of an account that is there as they are', () =>
  given(account)(registered, activated)
    .when({ ...registerExternally, name: 'Otra', consent: 'otro' })
    .then(linked, passwordDropped))
