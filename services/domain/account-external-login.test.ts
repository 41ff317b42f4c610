import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { LinkExternalLogin } from './account-commands.ts'
import { account } from './account.ts'
import {
  activated,
  ANA,
  CONSENT,
  deactivated,
  erased,
  GOOGLE,
  granted,
  linked,
  passwordDropped,
  passwordReset,
  registered,
  registeredAfter,
  registerExternally,
} from './testing/accounts.ts'
import { given } from './testing/specification.ts'

const MADE = [
  { type: 'AccountRegistered', data: { ...ANA, consent: CONSENT } },
  passwordDropped,
  linked,
] as const
const link: LinkExternalLogin = { type: 'LinkExternalLogin', ...GOOGLE }
const other = { issuer: 'https://other.example', subject: 'o-1' }

/** Registering and linking come to the same where there is an account. */
describe.each([
  ['linking', link],
  ['registering', registerExternally],
] as const)('%s an external login', (_, command) => {
  test('twice is doing it once', () => {
    given(account)(...MADE)
      .when(command)
      .thenNothing()
    given(account)(registered, activated, linked).when(command).thenNothing()
  })

  test.each<[string, PastEvent]>([
    ['that has a card', activated],
    ['whose mailbox was proven', passwordReset],
    ['of an administrator', granted],
    ['without a password', passwordDropped],
    ['linked to another provider', { type: 'ExternalLoginLinked', data: other }],
  ])('to an account %s leaves its password alone', (_title, event) =>
    given(account)(registered, event).when(command).then(linked),
  )

  test('to an account whose mailbox nobody proved ends the password that a stranger may have set', () =>
    given(account)(registered).when(command).then(linked, passwordDropped))

  test('is refused where the provider’s person is another than before', () =>
    given(account)(...MADE)
      .when({ ...command, subject: 'g-2' })
      .thenRefused('external-login-failed'))

  test('is refused where the person of before was forgotten', () =>
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

describe('registering by an external login', () => {
  test('makes an account without a password, for whose mailbox the provider vouches', () =>
    given(account)()
      .when(registerExternally)
      .then(...MADE))

  test('of an erased account begins anew', () =>
    given(account)(...MADE, erased)
      .when({ ...registerExternally, subject: 'g-2' })
      .then(...MADE.slice(0, 2), { type: 'ExternalLoginLinked', data: { ...GOOGLE, subject: 'g-2' } }))

  test('leaves the name and the consent of an account that is there as they are', () =>
    given(account)(registered, activated)
      .when({ ...registerExternally, name: 'Otra', consent: 'otro' })
      .then(linked))
})

test('a deactivated account is linked, and stays closed', () => {
  given(account)(registered, activated, deactivated).when(link).then(linked)
  given(account)(registered, activated, deactivated, linked)
    .when({ type: 'SignIn', method: 'external' })
    .thenRefused('account-inactive')
})
