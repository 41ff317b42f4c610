import { describe, expect, test } from 'vitest'
import { keyOf } from './kafka-record.ts'

const PROFILE = '0b8a2f6e-0000-4000-8000-00000000000a'

describe('the key of an event', () => {
  test.each([
    ['of a profile is the profile', `profile-${PROFILE}`, {}, PROFILE],
    ['of a tap is its profile', 'visit-v', { profileId: PROFILE.toUpperCase() }, PROFILE],
    ['of a subscription that begins is its profile', 'subscription-s', { profileId: PROFILE }, PROFILE],
    ['of an account is the account', 'account-a', {}, 'a'],
    ['of a quotation is its stream', 'quotation-q', {}, 'quotation-q'],
    ['of an erasure of a profile is that profile', 'erasure-e', { subject: `profile-${PROFILE}` }, PROFILE],
    ['of an erasure of a visitor is the profile', 'erasure-e', { subject: `visitor-${PROFILE}.v` }, PROFILE],
    ['of an erasure of an account is that account', 'erasure-e', { subject: 'account-a' }, 'a'],
    ['of any other erasure is its subject', 'erasure-e', { subject: 'quotation-q' }, 'quotation-q'],
  ] as const)('%s', (_what, stream, data, key) => {
    expect(keyOf({ stream, data })).toBe(key)
  })
})
