import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { expect, test } from 'vitest'
import { mayEnter } from './account-sessions.ts'
import { account } from '../account.ts'
import {
  accountAfter,
  activated,
  deactivated,
  erased,
  granted,
  limitChanged,
  linked,
  NEW_PASSWORD,
  passwordDropped,
  passwordReset,
  PROFILE,
  reactivated,
  registered,
  registeredAfter,
  revoked,
  slotTaken,
} from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

test.each([
  ['an unknown account', [], 'wrong-credentials'],
  ['an erased account', [registered, erased], 'wrong-credentials'],
  ['one with other events before its registration', [granted, reactivated], 'wrong-credentials'],
  ['a deactivated account', [registered, deactivated], 'account-inactive'],
] as const)('signing in is refused to %s', (_what, events, code) =>
  expect(() => mayEnter(accountAfter(...events))).toThrow(expect.objectContaining({ code })),
)

test('signing in is open again once the account is reactivated', () =>
  expect(mayEnter(accountAfter(registered, deactivated, reactivated)).isActive).toBe(true))

test.each(['owner', 'admin', 'system'] as const)(
  'sessions are closed by %s, as often as that is requested',
  (by) => {
    const closed = { type: 'SessionsClosed', data: { by } } as const
    given(account)(registered).when({ type: 'CloseSessions', by }).then(closed)
    given(account)(registered, closed).when({ type: 'CloseSessions', by }).then(closed)
  },
)

test.each<PastEvent>([
  { type: 'PasswordChanged', data: { by: 'owner', credentialId: NEW_PASSWORD } },
  { type: 'PasswordChanged', data: { by: 'system', credentialId: NEW_PASSWORD } },
  passwordReset,
  passwordDropped,
  { type: 'SessionsClosed', data: { by: 'admin' } },
  deactivated,
])('sessions end with $type', (ending) => {
  const version = (...events: readonly PastEvent[]) => registeredAfter(...events).sessionVersion
  expect(version(ending)).toBeGreaterThan(version())
  expect(version(ending, ending)).toBeGreaterThan(version(ending))
})

test.each<PastEvent>([
  { type: 'SignedIn', data: { method: 'password' } },
  { type: 'AccountRenamed', data: { name: 'Ana Soto' } },
  { type: 'PasswordResetRequested', data: { tokenHash: 'hash-1', expiresAt: '2026-03-02T13:00:00.000Z' } },
  activated,
  granted,
  revoked,
  reactivated,
  linked,
  slotTaken(PROFILE),
  limitChanged(2),
  { type: 'ProfileActivated', data: {} },
])('sessions go on through $type', (event) => {
  expect(registeredAfter(event).sessionVersion).toBe(registeredAfter().sessionVersion)
})
