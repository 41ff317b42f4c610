import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { SignIn } from './account-sessions.ts'
import { account } from '../account.ts'
import {
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
import { given } from '../testing/specification.ts'

describe('signing in', () => {
  const signIn: SignIn = { type: 'SignIn', method: 'password' }
  const signedIn = { type: 'SignedIn', data: { method: 'password' } } as const

  test.each(['password', 'external'] as const)('by %s is recorded', (method) =>
    given(account)(registered)
      .when({ ...signIn, method })
      .then({ type: 'SignedIn', data: { method } }),
  )

  test('is recorded each time', () => given(account)(registered, signedIn).when(signIn).then(signedIn))

  test('again within the time that the caller names records nothing', () => {
    const again = (unlessSince: string): SignIn => ({ ...signIn, unlessSince })
    // Fixtures happen from noon on, a second apart.
    given(account)(registered, signedIn).when(again('2026-11-20T12:00:00.000Z')).thenNothing()
    given(account)(registered, signedIn).when(again('2026-11-20T12:00:01Z')).then(signedIn)
    given(account)(registered).when(again('2026-11-20T12:00:00.000Z')).then(signedIn)
    given(account)(registered, signedIn, deactivated)
      .when(again('2026-11-20T12:00:00.000Z'))
      .thenRefused('account-inactive')
  })

  test('after all sessions ended is a fact of its own again', () => {
    const again = { ...signIn, unlessSince: '2026-11-20T12:00:00.000Z' }
    given(account)(registered, signedIn, passwordReset).when(again).then(signedIn)
    given(account)(registered, signedIn, erased, registered).when(again).then(signedIn)
  })

  test('to an unknown account is refused as a wrong password is', () =>
    given(account)().when(signIn).thenRefused('wrong-credentials'))

  test('to an erased account is refused as to an unknown one', () =>
    given(account)(registered, erased).when(signIn).thenRefused('wrong-credentials'))

  test('to a deactivated account is refused until it is reactivated', () => {
    given(account)(registered, deactivated).when(signIn).thenRefused('account-inactive')
    given(account)(registered, deactivated, reactivated).when(signIn).then(signedIn)
  })

  test('needs no activation: that comes afterwards', () =>
    given(account)(registered).when(signIn).then(signedIn))

  test('is refused before the account is registered, whatever other events there are', () =>
    given(account)(granted, reactivated).when(signIn).thenRefused('wrong-credentials'))
})

describe('sessions', () => {
  test.each(['owner', 'admin', 'system'] as const)(
    'are closed by %s, as often as that is requested',
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
  ])('end with $type', (ending) => {
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
  ])('go on through $type', (event) => {
    expect(registeredAfter(event).sessionVersion).toBe(registeredAfter().sessionVersion)
  })
})
