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
  CODE,
  erasureRequested,
  SECOND_PROFILE,
  slotFreed,
} from './testing/accounts.ts'
import { decides, stateAfter } from '../kernel/testing/specification.ts'
import { mayEnter, isActivated } from './account-state.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { administrators } from './administrators.ts'

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
const closedBySystem = { type: 'SessionsClosed', data: { by: 'system' } } as const
const close: AccountCommand = { type: 'CloseSessions', by: 'owner' }
decide('sessions are closed as often as that is requested', [
  [[registered], close, [closed]],
  [[registered, closed], close, [closed]],
  [[registered], { ...close, by: 'system' }, [closedBySystem]],
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

const renamed = { type: 'AccountRenamed', data: { name: 'Ana Soto' } } as const

const GRANT = { type: 'GrantAdmin' } as const
decide(
  'an administrator’s right is granted once, and ends the login of a stranger who registered the address',
  [
    [[founded], GRANT, [granted]],
    [[registered, granted], GRANT, []],
    [[registered], GRANT, [passwordDropped, granted]],
    [[registered, passwordReset], GRANT, [granted]],
    [[registered, linked, passwordDropped], GRANT, [granted]],
  ],
)

const REVOKE = { type: 'RevokeAdmin' } as const
decide('an administrator’s right is revoked once, and with it every session that has it', [
  [[registered, granted], REVOKE, [revoked, closedBySystem]],
  [[registered, granted, revoked, closedBySystem], REVOKE, []],
  [[registered], REVOKE, []],
])

const REQUEST = { type: 'RequestErasure' } as const
decide(
  'an account is renamed, deactivated, reactivated and erased once, and closed with the request to erase it',
  [
    [[registered], { type: 'RenameAccount', name: 'Ana Soto' }, [renamed]],
    [[registered, renamed], { type: 'RenameAccount', name: 'Ana Soto' }, []],
    [[registered], { type: 'Deactivate' }, [deactivated]],
    [[registered, deactivated], { type: 'Deactivate' }, []],
    [[registered, deactivated], { type: 'Reactivate' }, [reactivated]],
    [[registered], { type: 'Reactivate' }, []],
    [[registered], REQUEST, [deactivated, erasureRequested]],
    [[registered, deactivated], REQUEST, [erasureRequested]],
    [[registered, deactivated, erasureRequested], REQUEST, []],
    [[registered, deactivated, erasureRequested], { type: 'Reactivate' }, 'conflict'],
    [[registered], { type: 'EraseAccount' }, [erased]],
    [[registered, erased], { type: 'EraseAccount' }, []],
    [[], { type: 'EraseAccount' }, []],
  ],
)

const activate = { type: 'Activate', code: CODE, maxProfiles: 3, profileId: PROFILE } as const
const changeLimit = (maxProfiles: number) => ({ type: 'ChangeProfileLimit', maxProfiles }) as const
testTable<AccountCommand>([byOwner, activate, GRANT])(
  'without an account, and once it was erased, a command finds nothing',
  (command) => {
    for (const state of [accountAfter(), accountAfter(registered, activated, erased)])
      expect(() => account.decide(command, state)).toThrow(expect.objectContaining({ code: 'not-found' }))
  },
)

test('an account has the state of its last events', () => {
  const fresh = { ...ANA, isActive: true, isAdmin: false, maxProfiles: 1, slots: [], activation: undefined }
  expect(registeredAfter()).toMatchObject({ ...fresh, hasPassword: true, isHolderProven: false })
  expect(registeredAfter(activated)).toMatchObject({ maxProfiles: 3 })
  expect(registeredAfter(activated, limitChanged(5), renamed)).toMatchObject({
    maxProfiles: 5,
    name: 'Ana Soto',
  })
  const slots = [slotTaken(PROFILE), slotTaken('b'), slotFreed(PROFILE), slotTaken('c')]
  expect(registeredAfter(...slots)).toMatchObject({ slots: ['b', 'c'] })
  expect(registeredAfter(deactivated, erasureRequested)).toMatchObject({ isErasing: true, isActive: false })
  expect(accountAfter({ type: 'AccountRegistered', data: {} })).toMatchObject({ name: '', email: '' })
  expect(registeredAfter({ type: 'AccountRenamed', data: {} })).toMatchObject({ name: '' })
  const activations = [[], [activated], [granted], [granted, revoked], [activated, granted, revoked]]
  const areActivated = activations.map((events) => isActivated(registeredAfter(...events)))
  expect(areActivated).toEqual([false, true, true, false, true])
})

test('older sessions of an erased account stay ended, however often it is registered', () => {
  const versions = [[], [erased, registered], [erased, registered, erased, registered]].map(
    (events) => registeredAfter(...events).sessionVersion,
  )
  expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
})

const ACTIVATED = [activated, slotTaken(PROFILE)] as const
const { type, data } = registered
/** An account whose e-mail does not open. */
const FROZEN = { type, data: { credentialId: data.credentialId, consent: data.consent } } as never
const take = { type: 'TakeProfileSlot', profileId: SECOND_PROFILE } as const

decide('an account is activated by one code, with the greater limit, and a first profile where it has none', [
  [[registered], activate, ACTIVATED],
  [[registered, ...ACTIVATED], activate, []],
  [[registered, ...ACTIVATED], { ...activate, profileId: SECOND_PROFILE }, []],
  [[registered, ...ACTIVATED], { ...activate, code: 'ANOT-HERC-9DE2' }, 'already-activated'],
  [[registered, { type: 'AccountActivated', data: { maxProfiles: 1 } }], activate, 'already-activated'],
  [
    [registered, limitChanged(20)],
    activate,
    [
      { type: 'AccountActivated', data: { code: CODE, maxProfiles: 20, profileId: PROFILE } },
      slotTaken(PROFILE),
    ],
  ],
  [
    [registered, granted, slotTaken(SECOND_PROFILE), revoked],
    { ...activate, maxProfiles: 1 },
    [{ type: 'AccountActivated', data: { code: CODE, maxProfiles: 1 } }],
  ],
  [[FROZEN], activate, 'conflict'],
])

const free = { type: 'FreeProfileSlot', profileId: PROFILE } as const
decide('a profile’s slot is taken and freed once, within a limit that may be changed', [
  [[registered, ...ACTIVATED], take, [slotTaken(SECOND_PROFILE)]],
  [[registered, ...ACTIVATED, slotTaken(SECOND_PROFILE)], take, []],
  [[registered, slotTaken(PROFILE)], take, 'profile-limit'],
  [[registered, slotTaken(PROFILE), limitChanged(2)], take, [slotTaken(SECOND_PROFILE)]],
  [[registered, ...ACTIVATED, limitChanged(1)], take, 'profile-limit'],
  [[FROZEN, activated], take, 'conflict'],
  [[registered, slotTaken(PROFILE), slotFreed(PROFILE)], take, [slotTaken(SECOND_PROFILE)]],
  [[registered, slotTaken(PROFILE)], free, [slotFreed(PROFILE)]],
  [[registered, slotTaken(PROFILE), slotFreed(PROFILE)], free, []],
  [[registered], free, []],
  [[], free, []],
  [[registered], changeLimit(5), [limitChanged(5)]],
  [[registered, limitChanged(5)], changeLimit(5), []],
  [[registered, ...ACTIVATED, slotTaken('b')], changeLimit(1), [limitChanged(1)]],
])

const MAX = LIMITS.streamEventsMax
const times = (count: number, event: PastEvent) => Array.from({ length: count }, () => event)
/** Numbers of events that leave room for everything, for passwords and sessions, for nothing. */
const filled = (count: number) =>
  accountAfter(registered, slotTaken(PROFILE), limitChanged(9), ...times(count - 3, closed))
const STATES = { half: filled(MAX / 2), mostly: filled((MAX * 3) / 4), full: filled(MAX) }

testTable<[command: AccountCommand, fits: keyof typeof STATES, tooMuch?: keyof typeof STATES]>([
  [take, 'half', 'mostly'],
  [changeLimit(8), 'half', 'mostly'],
  [{ type: 'RenameAccount', name: 'Ana Soto' }, 'half', 'mostly'],
  [{ type: 'ChangeEmail', by: 'owner', email: 'ana@nueva.example' }, 'half', 'mostly'],
  [close, 'mostly', 'full'],
  [byOwner, 'mostly', 'full'],
  [{ type: 'ChangeEmail', by: 'admin', email: 'ana@nueva.example' }, 'full'],
  [{ type: 'EraseAccount' }, 'full'],
  [{ type: 'Deactivate' }, 'full'],
  [GRANT, 'full'],
  [free, 'full'],
  [activate, 'full'],
  [{ ...close, by: 'system' }, 'full'],
  [{ ...byOwner, by: 'system' }, 'full'],
])(
  'an account with many events keeps room for what locks intruders out, and always allows what is rare [LIM-10]',
  (command, fits, tooMuch) => {
    expect(account.decide(command, STATES[fits])).not.toEqual([])
    if (tooMuch === undefined) return
    expect(() => account.decide(command, STATES[tooMuch])).toThrow(
      expect.objectContaining({ code: 'history-full' }),
    )
  },
)

test('the list of administrators adds nobody once it has changed too often, and still removes', () => {
  const event = (type: 'AdministratorListed' | 'AdministratorDelisted', accountId = 'ana'): PastEvent => ({
    type,
    data: { accountId },
  })
  const changes = [event('AdministratorListed'), event('AdministratorDelisted')]
  const history = Array.from({ length: MAX / 2 }, () => changes).flat()
  const state = stateAfter(administrators, [...history, event('AdministratorListed', 'luis'), changes[0]!])
  expect(() => administrators.decide({ type: 'ListAdministrator', accountId: 'bea' }, state)).toThrow(
    expect.objectContaining({ code: 'history-full' }),
  )
  const delist = { type: 'DelistAdministrator', accountId: 'ana', canSignIn: new Set(['luis']) } as const
  expect(administrators.decide(delist, state)).toHaveLength(1)
})
