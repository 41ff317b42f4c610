import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { describe, expect, test } from 'vitest'
import type { ReplacePassword, ResetPassword } from './account-passwords.ts'
import { account, type AccountCommand, type SignIn } from './account.ts'
import {
  activated,
  deactivated,
  erased,
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
  slotTaken,
} from './testing/accounts.ts'
import { given } from './testing/specification.ts'

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

const byOwner: ReplacePassword = {
  type: 'ReplacePassword',
  by: 'owner',
  credentialId: NEW_PASSWORD,
  replaces: PASSWORD,
}
const bySystem: ReplacePassword = { type: 'ReplacePassword', by: 'system', credentialId: NEW_PASSWORD }
const changed = (by: 'owner' | 'system', credentialId = NEW_PASSWORD) =>
  ({ type: 'PasswordChanged', data: { by, credentialId } }) as const

describe('replacing the password', () => {
  test('is recorded with who did it', () => {
    given(account)(registered).when(byOwner).then(changed('owner'))
    given(account)(registered).when(bySystem).then(changed('system'))
  })

  test('twice is replacing it once', () => {
    given(account)(registered, changed('owner')).when(byOwner).thenNothing()
    given(account)(registered, changed('system')).when(bySystem).thenNothing()
  })

  test('is refused to its owner where another password was set in between', () => {
    given(account)(registered, changed('owner', 'another')).when(byOwner).thenRefused('wrong-credentials')
    given(account)(registered, passwordReset)
      .when({ ...byOwner, credentialId: 'late' })
      .thenRefused('wrong-credentials')
  })

  test('is refused to an owner who has none', () => {
    given(account)(registered, passwordDropped).when(byOwner).thenRefused('wrong-credentials')
    given(account)(registered, passwordDropped)
      .when({ ...byOwner, replaces: undefined })
      .thenRefused('wrong-credentials')
  })

  test('by the system needs none', () =>
    given(account)(registered, passwordDropped).when(bySystem).then(changed('system')))

  test('makes a dropped password a password again', () =>
    expect(registeredAfter(passwordDropped, changed('system'))).toMatchObject({
      hasPassword: true,
      credentialId: NEW_PASSWORD,
    }))
})

const EXPIRES = '2026-03-02T13:00:00.000Z'
const requested = (tokenHash: string, expiresAt = EXPIRES) =>
  ({ type: 'PasswordResetRequested', data: { tokenHash, expiresAt } }) as const
const reset: ResetPassword = {
  type: 'ResetPassword',
  tokenHash: 'hash-1',
  now: '2026-03-02T12:00:00.000Z',
  credentialId: NEW_PASSWORD,
}

describe('a link to a new password', () => {
  const request: AccountCommand = { type: 'RequestPasswordReset', tokenHash: 'hash-1', expiresAt: EXPIRES }

  test('is requested', () => given(account)(registered).when(request).then(requested('hash-1')))

  test('requested twice is requested once', () =>
    given(account)(registered, requested('hash-1')).when(request).thenNothing())

  test('of an unknown or an erased account yields nothing, without an error', () => {
    given(account)().when(request).thenNothing()
    given(account)(registered, erased).when(request).thenNothing()
  })

  test('sets a password', () =>
    given(account)(registered, requested('hash-1')).when(reset).then(passwordReset))

  test('does so for a deactivated account as well', () =>
    given(account)(registered, deactivated, requested('hash-1')).when(reset).then(passwordReset))

  test('proves the mailbox, also where the password was dropped', () => {
    expect(registeredAfter(requested('hash-1'), passwordReset).isHolderProven).toBe(true)
    given(account)(registered, passwordDropped, requested('hash-1')).when(reset).then(passwordReset)
  })

  test('is valid only until another one is requested', () => {
    const history = given(account)(registered, requested('hash-1'), requested('hash-2'))
    history.when(reset).thenRefused('invalid-token')
    history.when({ ...reset, tokenHash: 'hash-2' }).then(passwordReset)
  })

  test.each<[string, PastEvent]>([
    ['used', passwordReset],
    ['followed by a change of the password', changed('owner')],
    ['followed by its password’s end', passwordDropped],
    ['the one of an erased account', erased],
  ])('is invalid once it was %s', (_, event) =>
    given(account)(registered, requested('hash-1'), event).when(reset).thenRefused('invalid-token'),
  )

  test('of an erased account does not open an account registered anew', () =>
    given(account)(registered, requested('hash-1'), erased, registered)
      .when(reset)
      .thenRefused('invalid-token'))

  test('is refused where there is none, or another', () => {
    given(account)().when(reset).thenRefused('invalid-token')
    given(account)(registered).when(reset).thenRefused('invalid-token')
    given(account)(registered, requested('hash-1'))
      .when({ ...reset, tokenHash: 'HASH-1' })
      .thenRefused('invalid-token')
  })

  test.each([
    ['2026-03-02T12:59:59.999Z', true],
    ['2026-03-02T13:00:00.000Z', false],
    ['2026-03-02T13:00:00.001Z', false],
    ['2027-03-02T12:00:00.000Z', false],
  ])('at %s is valid: %s', (now, holds) => {
    for (const expiresAt of [EXPIRES, '2026-03-02T13:00:00Z']) {
      const outcome = given(account)(registered, requested('hash-1', expiresAt)).when({ ...reset, now })
      if (holds) outcome.then(passwordReset)
      else outcome.thenRefused('invalid-token')
    }
  })
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
    changed('owner'),
    changed('system'),
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
    requested('hash-1'),
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
