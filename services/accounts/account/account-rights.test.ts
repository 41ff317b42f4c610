import { expect, test } from 'vitest'
import { account } from '../account.ts'
import {
  activated,
  deactivated,
  erasureRequested,
  founded,
  granted,
  linked,
  passwordDropped,
  passwordReset,
  reactivated,
  registered,
  registeredAfter,
  revoked,
} from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

const closed = { type: 'SessionsClosed', data: { by: 'system' } } as const

test('an administrator’s rights are granted once', () => {
  given(account)(founded).when({ type: 'GrantAdmin' }).then(granted)
  given(account)(registered, granted).when({ type: 'GrantAdmin' }).thenNothing()
})

test('an administrator’s rights are granted together with the end of passwords and sessions of a stranger who registered the address first', () => {
  given(account)(registered).when({ type: 'GrantAdmin' }).then(passwordDropped, granted)
  given(account)(registered, activated).when({ type: 'GrantAdmin' }).then(passwordDropped, granted)
  given(account)(registered, passwordReset).when({ type: 'GrantAdmin' }).then(granted)
  given(account)(registered, linked, passwordDropped).when({ type: 'GrantAdmin' }).then(granted)
})

test('an administrator’s rights are revoked once, and with them every session that has them', () => {
  given(account)(registered, granted).when({ type: 'RevokeAdmin' }).then(revoked, closed)
  given(account)(registered, granted, revoked, closed).when({ type: 'RevokeAdmin' }).thenNothing()
  given(account)(registered).when({ type: 'RevokeAdmin' }).thenNothing()
  expect(registeredAfter(granted, revoked, closed).sessionVersion).toBeGreaterThan(
    registeredAfter(granted).sessionVersion,
  )
})

test('an account is deactivated once', () => {
  given(account)(registered).when({ type: 'Deactivate' }).then(deactivated)
  given(account)(registered, deactivated).when({ type: 'Deactivate' }).thenNothing()
})

test('an account is reactivated once', () => {
  given(account)(registered, deactivated).when({ type: 'Reactivate' }).then(reactivated)
  given(account)(registered).when({ type: 'Reactivate' }).thenNothing()
  given(account)(registered, deactivated, reactivated).when({ type: 'Reactivate' }).thenNothing()
})

const rename = { type: 'RenameAccount', name: 'Ana Soto' } as const
const renamed = { type: 'AccountRenamed', data: { name: 'Ana Soto' } } as const

test('the owner of an account renames it, once', () => {
  given(account)(registered).when(rename).then(renamed)
  given(account)(registered, renamed).when(rename).thenNothing()
  given(account)().when(rename).thenRefused('not-found')
  expect(registeredAfter(renamed).name).toBe('Ana Soto')
})

test('the owner of an account requests its erasure once, which closes it in the same append', () => {
  const request = { type: 'RequestErasure' } as const
  given(account)(registered).when(request).then(deactivated, erasureRequested)
  given(account)(registered, deactivated).when(request).then(erasureRequested)
  given(account)(registered, deactivated, erasureRequested).when(request).thenNothing()
  given(account)().when(request).thenRefused('not-found')
  expect(registeredAfter(deactivated, erasureRequested)).toMatchObject({ isErasing: true, isActive: false })
})

test('the owner of an account cannot reactivate it while it is being erased', () =>
  given(account)(registered, deactivated, erasureRequested)
    .when({ type: 'Reactivate' })
    .thenRefused('conflict'))
