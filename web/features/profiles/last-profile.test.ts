// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { lastProfile, rememberProfile } from './last-profile.ts'

afterEach(() => localStorage.clear())

test('each account has its own last profile on a shared device', () => {
  rememberProfile('ana', 'p1')
  rememberProfile('ana', 'p2')
  expect([lastProfile('ana'), lastProfile('bea')]).toEqual(['p2', null])
})
