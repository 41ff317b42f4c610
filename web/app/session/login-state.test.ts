import { expect } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { newcomer, owner, user as admin } from '../../testing/fixtures.ts'
import { destinationAfter } from './login-state.ts'

testTable([
  [owner, 'password', undefined, '/dashboard'],
  [owner, 'external', undefined, '/dashboard'],
  [admin, 'password', undefined, '/dashboard'],
  [admin, 'external', undefined, '/admin'],
  [owner, 'password', '/dashboard?range=7d', '/dashboard?range=7d'],
  [admin, 'external', '/dashboard?range=7d', '/dashboard?range=7d'],
  [admin, 'password', '/admin?tab=users', '/admin?tab=users'],
  [owner, 'password', '/admin?tab=users', '/dashboard'],
  [owner, 'password', '/administrar', '/administrar'],
  [newcomer, 'password', '/dashboard?range=7d', '/activate'],
  [{ ...admin, activation_used: false }, 'external', undefined, '/admin'],
])('a login leads on by who signs in, how, and what was requested', (user, by, requested, destination) => {
  expect(destinationAfter({ user, by, requested })).toBe(destination)
})
