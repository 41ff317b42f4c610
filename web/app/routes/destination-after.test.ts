import { expect, test } from 'vitest'
import { newcomer, owner, user as admin } from '../../testing/fixtures.ts'
import { destinationAfter, needsActivation } from './destination-after.ts'

const CASES = [
  ['an owner', owner, 'password', undefined, '/dashboard'],
  ['an owner', owner, 'external', undefined, '/dashboard'],
  ['an administrator', admin, 'password', undefined, '/dashboard'],
  ['an administrator', admin, 'external', undefined, '/admin'],
  ['an owner', owner, 'password', '/dashboard?range=7d', '/dashboard?range=7d'],
  ['an administrator', admin, 'external', '/dashboard?range=7d', '/dashboard?range=7d'],
  ['an administrator', admin, 'password', '/admin?tab=users', '/admin?tab=users'],
  ['an owner', owner, 'password', '/admin', '/dashboard'],
  ['an owner', owner, 'password', '/admin?tab=users', '/dashboard'],
  ['an owner', owner, 'password', '/administrar', '/administrar'],
  ['who needs activation', newcomer, 'password', '/dashboard?range=7d', '/activate'],
  ['who needs activation', newcomer, 'external', undefined, '/activate'],
] as const

test('a login leads on by who signs in, how, and what was requested', () => {
  for (const [who, user, by, requested, destination] of CASES)
    expect(destinationAfter({ user, by, requested }), `${who}, ${by}, ${requested}`).toBe(destination)
})

test('an administrator needs no activation', () => {
  expect(needsActivation({ ...admin, activation_used: false })).toBe(false)
})
