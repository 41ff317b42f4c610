import { expect, test } from 'vitest'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { testTable } from '../../tests/support/every.ts'
import { account, type AccountCommand } from './account.ts'
import {
  accountAfter,
  activated,
  ANA,
  CONSENT,
  deactivated,
  erased,
  founded,
  GOOGLE,
  granted,
  limitChanged,
  linked,
  NEW_PASSWORD,
  PASSWORD,
  passwordDropped,
  passwordReset,
  PROFILE,
  reactivated,
  register,
  registered,
  registeredAfter,
  registerExternally,
  revoked,
  slotTaken,
} from './testing/accounts.ts'
import { decides } from '../kernel/testing/specification.ts'
import { mayEnter } from './account-state.ts'

const decide = decides(account)
/** Former releases recorded it. */
const requested = {
  type: 'PasswordResetRequested',
  data: { tokenHash: 'h', expiresAt: '2026-03-02T13:00:00.000Z' },
} as const
const passwordBy = (by: 'owner' | 'system', credentialId = NEW_PASSWORD) =>
  ({ type: 'PasswordChanged', data: { by, credentialId } }) as const

const found = { type: 'FoundAdministrator', ...ANA, credentialId: PASSWORD } as const
const FOUNDED = [founded, { type: 'AccountActivated', data: { maxProfiles: 1 } }, granted] as const
const another = { ...found, credentialId: NEW_PASSWORD }

decide('registering makes an account with its password and the consent that was given, once for a stream', [
  [[], register, [registered]],
  [[registered], register, 'email-taken'],
  [[registered, activated, erased], register, 'email-taken'],
])

decide('founding the administrator ends the password of whoever may have registered the address', [
  [[], found, FOUNDED],
  [
    [],
    { ...found, credentialId: undefined },
    [{ ...founded, data: { ...ANA, credentialId: undefined } }, ...FOUNDED.slice(1)],
  ],
  [[registered, activated, passwordReset], found, [granted]],
  [[registered], another, [passwordBy('system'), granted]],
  [[registered], found, [passwordDropped, granted]],
  [[registered], { ...found, credentialId: undefined }, [passwordDropped, granted]],
  [[registered, passwordBy('system'), granted], another, []],
  [[...FOUNDED, erased], found, 'email-taken'],
])

const MADE = [
  { type: 'AccountRegistered', data: { ...ANA, consent: CONSENT } },
  passwordDropped,
  linked,
] as const
const other = { issuer: 'https://other.example', subject: 'o-1' }
const linkedOther = { type: 'ExternalLoginLinked', data: other } as const

/** Registering and linking decide the same where there is an account. */
for (const command of [{ type: 'LinkExternalLogin', ...GOOGLE } as const, registerExternally])
  decide(
    `${command.type} ends the password of an account whose mailbox nobody has proven, and no other [ACC-9]`,
    [
      [[registered], command, [linked, passwordDropped]],
      ...[activated, granted, passwordBy('owner'), deactivated, requested].map(
        (event) => [[registered, event], command, [linked, passwordDropped]] as const,
      ),
      [[registered, linked, passwordBy('owner')], command, [passwordDropped]],
      [[registered, linked, passwordDropped], command, []],
      [MADE, command, []],
      [[founded, linked], command, []],
      [[registered, passwordReset], command, [linked]],
      [[founded], command, [linked]],
      [[registered, passwordDropped], command, [linked]],
      [MADE, { ...command, subject: 'g-2' }, 'external-login-failed'],
      [
        [registered, { type: 'ExternalLoginLinked', data: { issuer: GOOGLE.issuer } }],
        command,
        'external-login-failed',
      ],
      [MADE, { ...command, ...other }, [linkedOther]],
    ],
  )

decide(
  'registering by an external login makes an account without a password, and changes none that is there',
  [
    [[], registerExternally, MADE],
    [[...MADE, erased], { ...registerExternally, subject: 'g-2' }, 'external-login-failed'],
    [[registered], { ...registerExternally, name: 'Otra', consent: 'otro' }, [linked, passwordDropped]],
  ],
)

test('an external login of a second provider is kept beside the first', () =>
  expect(registeredAfter(linked, linkedOther).externalLogins).toEqual([GOOGLE, other]))

const byOwner = {
  type: 'ReplacePassword',
  by: 'owner',
  credentialId: NEW_PASSWORD,
  replaces: PASSWORD,
} as const
const bySystem = { type: 'ReplacePassword', by: 'system', credentialId: NEW_PASSWORD } as const

decide('a password is replaced once, and by its owner only where the one that was checked is still valid', [
  [[registered], byOwner, [passwordBy('owner')]],
  [[registered], bySystem, [passwordBy('system')]],
  [[registered, passwordBy('owner')], byOwner, []],
  [[registered, passwordBy('system')], bySystem, []],
  [[registered, passwordBy('owner', 'another')], byOwner, 'wrong-credentials'],
  [[registered, passwordReset], { ...byOwner, credentialId: 'late' }, 'wrong-credentials'],
  [[registered, passwordDropped], byOwner, 'wrong-credentials'],
  [[registered, passwordDropped], { ...byOwner, replaces: undefined }, 'wrong-credentials'],
])

const reset = {
  type: 'ResetPassword',
  email: ANA.email,
  replaces: PASSWORD,
  credentialId: NEW_PASSWORD,
} as const

decide(
  'a link to a new password is valid once, while password and mailbox are those that it was made for [ACC-4]',
  [
    [[registered], reset, [passwordReset]],
    [[registered, passwordDropped], { ...reset, replaces: undefined }, [passwordReset]],
    ...[passwordReset, passwordBy('owner'), passwordDropped, erased].map(
      (event) => [[registered, event], reset, 'invalid-token'] as const,
    ),
    [[registered], { ...reset, email: 'otra@x.example' }, 'invalid-token'],
    [[], reset, 'invalid-token'],
  ],
)

const EMAIL = 'ana@nueva.example'
type By = 'owner' | 'admin'
const changed = (by: By, email = EMAIL) =>
  ({ type: 'EmailChanged', data: { email, previousEmail: ANA.email, by } }) as const
const change = (by: By, email = EMAIL) => ({ type: 'ChangeEmail', by, email }) as const
const BLOCKED = { ...registered, data: {} }

decide('an e-mail is changed, a spelling of it is not, and one that is blocked cannot be', [
  ...(['owner', 'admin'] as const).flatMap((by) => [
    [[registered], change(by), [changed(by)]] as const,
    [[registered], change(by, ANA.email.toUpperCase()), []] as const,
  ]),
  [[BLOCKED], change('admin'), 'conflict'],
])

test('a changed e-mail proves the mailbox unless an administrator changed it [ACC-9]', () => {
  expect(registeredAfter(changed('owner'))).toMatchObject({ email: EMAIL, isHolderProven: true })
  expect(registeredAfter(changed('admin')).isHolderProven).toBe(false)
  expect(registeredAfter(passwordReset, changed('admin')).isHolderProven).toBe(true)
})

testTable<[events: readonly PastEvent[], code: string | undefined]>([
  [[], 'wrong-credentials'],
  [[registered, erased], 'wrong-credentials'],
  [[granted, reactivated], 'wrong-credentials'],
  [[registered, deactivated], 'account-inactive'],
  [[registered, deactivated, reactivated], undefined],
])('an active account may sign in, and no other', (events, code) => {
  const enter = () => mayEnter(accountAfter(...events))
  if (code === undefined) expect(enter().isActive).toBe(true)
  else expect(enter).toThrow(expect.objectContaining({ code }))
})

const closed = { type: 'SessionsClosed', data: { by: 'owner' } } as const
const close: AccountCommand = { type: 'CloseSessions', by: 'owner' }
decide('sessions are closed as often as that is requested', [
  [[registered], close, [closed]],
  [[registered, closed], close, [closed]],
  [[registered], { ...close, by: 'system' }, [{ type: 'SessionsClosed', data: { by: 'system' } }]],
])

testTable<[event: PastEvent, ends: 0 | 1]>([
  [passwordBy('owner'), 1],
  [passwordBy('system'), 1],
  [passwordReset, 1],
  [passwordDropped, 1],
  [closed, 1],
  [deactivated, 1],
  [{ type: 'SignedIn', data: { method: 'password' } }, 0],
  [{ type: 'AccountRenamed', data: { name: 'Ana Soto' } }, 0],
  [requested, 0],
  [activated, 0],
  [granted, 0],
  [revoked, 0],
  [reactivated, 0],
  [linked, 0],
  [slotTaken(PROFILE), 0],
  [limitChanged(2), 0],
  [{ type: 'ProfileActivated', data: {} }, 0],
])('sessions end with a password, with their account, and by their owner', (event, ends) => {
  const versions = [[], [event], [event, event]].map((events) => registeredAfter(...events).sessionVersion)
  expect(versions).toEqual([0, ends, 2 * ends])
})
