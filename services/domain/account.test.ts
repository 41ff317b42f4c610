import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { describe, expect, test } from 'vitest'
import { account, type Account, type FoundAdministrator, type SignIn } from './account.ts'
import { given } from './testing/specification.ts'

const found: FoundAdministrator = { type: 'FoundAdministrator', name: 'Ana', email: 'ana@x.example' }
const signIn: SignIn = { type: 'SignIn', method: 'password' }
const registered: PastEvent = { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@x.example' } }
const activated: PastEvent = { type: 'AccountActivated', data: { maxProfiles: 1 } }
const granted: PastEvent = { type: 'AdminGranted', data: {} }
const revoked: PastEvent = { type: 'AdminRevoked', data: {} }
const deactivated: PastEvent = { type: 'AccountDeactivated', data: {} }
const reactivated: PastEvent = { type: 'AccountReactivated', data: {} }
const erased: PastEvent = { type: 'AccountErased', data: {} }
const FOUNDED = [
  { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@x.example' } },
  { type: 'AccountActivated', data: { maxProfiles: 1 } },
  { type: 'AdminGranted', data: {} },
] as const

describe('founding the administrator', () => {
  test('registers, activates and grants at once', () =>
    given(account)()
      .when(found)
      .then(...FOUNDED))

  test('twice is founding once', () =>
    given(account)(...FOUNDED)
      .when(found)
      .thenNothing())

  test('grants an account that is there already', () =>
    given(account)(registered, activated).when(found).then({ type: 'AdminGranted', data: {} }))

  test('grants again what was revoked', () =>
    given(account)(...FOUNDED, revoked)
      .when(found)
      .then({ type: 'AdminGranted', data: {} }))

  test('of an erased account begins anew', () =>
    given(account)(...FOUNDED, erased)
      .when(found)
      .then(...FOUNDED))
})

describe('signing in', () => {
  test.each(['password', 'external'] as const)('by %s is recorded', (method) =>
    given(account)(registered)
      .when({ ...signIn, method })
      .then({ type: 'SignedIn', data: { method } }),
  )

  test('is a fact of its own each time', () =>
    given(account)(registered, { type: 'SignedIn', data: { method: 'password' } })
      .when(signIn)
      .then({ type: 'SignedIn', data: { method: 'password' } }))

  test('to an unknown account is refused as a wrong password is', () =>
    given(account)().when(signIn).thenRefused('wrong-credentials'))

  test('to an erased account is refused as to an unknown one', () =>
    given(account)(registered, erased).when(signIn).thenRefused('wrong-credentials'))

  test('to a deactivated account is refused until it is reactivated', () => {
    given(account)(registered, deactivated).when(signIn).thenRefused('account-inactive')
    given(account)(registered, deactivated, reactivated)
      .when(signIn)
      .then({ type: 'SignedIn', data: { method: 'password' } })
  })

  test('is refused before the account is registered, whatever else was written', () =>
    given(account)(granted, reactivated).when(signIn).thenRefused('wrong-credentials'))
})

describe('replacing the password', () => {
  test('is recorded with who did it', () =>
    given(account)(registered)
      .when({ type: 'ReplacePassword', by: 'system' })
      .then({ type: 'PasswordChanged', data: { by: 'system' } }))

  test('of an unknown account is nothing', () =>
    given(account)().when({ type: 'ReplacePassword', by: 'system' }).thenNothing())
})

/** What tokens and screens are told of the account: they read the state, not the events. */
const after = (...events: readonly PastEvent[]): Account => events.reduce(account.evolve, account.initial)
const sessionVersionAfter = (...events: readonly PastEvent[]): number => {
  const state = after(registered, ...events)
  return state.status === 'registered' ? state.sessionVersion : Number.NaN
}

describe('an account', () => {
  test('is active, no administrator, not activated and has one slot when it is new', () => {
    expect(after(registered)).toMatchObject({
      name: 'Ana',
      email: 'ana@x.example',
      isActive: true,
      isAdmin: false,
      isActivated: false,
      maxProfiles: 1,
      profiles: 0,
    })
  })

  test('is what was last said of it', () => {
    const limit: PastEvent = { type: 'ProfileLimitChanged', data: { maxProfiles: 5 } }
    const taken: PastEvent = { type: 'ProfileSlotTaken', data: { profileId: 'p' } }
    const freed: PastEvent = { type: 'ProfileSlotFreed', data: { profileId: 'p' } }
    const renamed: PastEvent = { type: 'AccountRenamed', data: { name: 'Ana Paz' } }
    expect(after(registered, { ...activated, data: { maxProfiles: 3 } })).toMatchObject({
      isActivated: true,
      maxProfiles: 3,
    })
    expect(after(registered, activated, limit, taken, taken, freed, renamed)).toMatchObject({
      maxProfiles: 5,
      profiles: 1,
      name: 'Ana Paz',
    })
    expect(after(registered, granted, revoked)).toMatchObject({ isAdmin: false })
  })

  test('of a forgotten person has no name and no address', () => {
    expect(after({ type: 'AccountRegistered', data: {} })).toMatchObject({ name: '', email: '' })
    expect(after(registered, { type: 'AccountRenamed', data: {} })).toMatchObject({ name: '' })
  })
})

describe('sessions', () => {
  test.each<PastEvent>([
    { type: 'PasswordChanged', data: { by: 'owner' } },
    { type: 'PasswordChanged', data: { by: 'reset' } },
    { type: 'SessionsClosed', data: { by: 'admin' } },
    deactivated,
  ])('end with $type by $data.by', (ending) => {
    expect(sessionVersionAfter(ending)).toBeGreaterThan(sessionVersionAfter())
    expect(sessionVersionAfter(ending, ending)).toBeGreaterThan(sessionVersionAfter(ending))
  })

  test.each<PastEvent>([
    { type: 'SignedIn', data: { method: 'password' } },
    { type: 'AccountRenamed', data: { name: 'Ana Paz' } },
    { type: 'PasswordResetRequested', data: { tokenHash: 'x', expiresAt: '2026-03-02T12:00:00Z' } },
    activated,
  ])('go on through $type', (event) => {
    expect(sessionVersionAfter(event)).toBe(sessionVersionAfter())
  })

  test('of an erased account do not come back when its e-mail registers again', () => {
    expect(sessionVersionAfter(erased, registered)).toBeGreaterThan(sessionVersionAfter())
  })
})
