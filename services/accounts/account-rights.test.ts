import { expect, test } from 'vitest'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { testTable } from '../../tests/support/every.ts'
import { account, type AccountCommand } from './account.ts'
import { administrators } from './claims.ts'
import {
  accountAfter,
  activated,
  ANA,
  CODE,
  deactivated,
  erased,
  erasureRequested,
  founded,
  granted,
  limitChanged,
  linked,
  NEW_PASSWORD,
  PASSWORD,
  passwordDropped,
  passwordReset,
  PROFILE,
  reactivated,
  registered,
  registeredAfter,
  revoked,
  SECOND_PROFILE,
  slotFreed,
  slotTaken,
} from './testing/accounts.ts'
import { decides, stateAfter } from '../kernel/testing/specification.ts'
import { isActivated } from './account-state.ts'

const decide = decides(account)
const closed = { type: 'SessionsClosed', data: { by: 'system' } } as const
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
  [[registered, granted], REVOKE, [revoked, closed]],
  [[registered, granted, revoked, closed], REVOKE, []],
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

const replace = {
  type: 'ReplacePassword',
  by: 'owner',
  credentialId: NEW_PASSWORD,
  replaces: PASSWORD,
} as const
const activate = { type: 'Activate', code: CODE, maxProfiles: 3, profileId: PROFILE } as const
const close: AccountCommand = { type: 'CloseSessions', by: 'owner' }
const change = (maxProfiles: number) => ({ type: 'ChangeProfileLimit', maxProfiles }) as const
testTable<AccountCommand>([replace, activate, GRANT])(
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
  [[registered], change(5), [limitChanged(5)]],
  [[registered, limitChanged(5)], change(5), []],
  [[registered, ...ACTIVATED, slotTaken('b')], change(1), [limitChanged(1)]],
])

const MAX = LIMITS.streamEventsMax
const times = (count: number, event: PastEvent) => Array.from({ length: count }, () => event)
/** Numbers of events that leave room for everything, for passwords and sessions, for nothing. */
const filled = (count: number) =>
  accountAfter(registered, slotTaken(PROFILE), limitChanged(9), ...times(count - 3, closed))
const STATES = { half: filled(MAX / 2), mostly: filled((MAX * 3) / 4), full: filled(MAX) }

testTable<[command: AccountCommand, fits: keyof typeof STATES, tooMuch?: keyof typeof STATES]>([
  [take, 'half', 'mostly'],
  [change(8), 'half', 'mostly'],
  [{ type: 'RenameAccount', name: 'Ana Soto' }, 'half', 'mostly'],
  [{ type: 'ChangeEmail', by: 'owner', email: 'ana@nueva.example' }, 'half', 'mostly'],
  [close, 'mostly', 'full'],
  [replace, 'mostly', 'full'],
  [{ type: 'ChangeEmail', by: 'admin', email: 'ana@nueva.example' }, 'full'],
  [{ type: 'EraseAccount' }, 'full'],
  [{ type: 'Deactivate' }, 'full'],
  [GRANT, 'full'],
  [free, 'full'],
  [activate, 'full'],
  [{ ...close, by: 'system' }, 'full'],
  [{ ...replace, by: 'system' }, 'full'],
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
