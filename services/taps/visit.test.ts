import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { test } from 'vitest'
import { given } from '../kernel/testing/specification.ts'
import { visit, type RecordTap } from './visit.ts'

const tap: RecordTap['tap'] = {
  visitId: '0190b5a0-7c1e-7d3a-8f00-000000000001',
  profileId: '0190b5a0-7c1e-7d3a-8f00-0000000000a1',
  visitorId: '0190b5a0-7c1e-7d3a-8f00-0000000000b1',
  source: 'nfc',
  userAgent: 'Mozilla/5.0 (iPhone)',
  request: 'get',
}
const OTHER_PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000a2'
const recordTap: RecordTap = { type: 'RecordTap', profileActive: true, tap }
const tapped: PastEventOf<'ProfileTapped'> = { type: 'ProfileTapped', data: tap }

test('a first tap opens the visit', () => given(visit)().when(recordTap).then(tapped))

test('the same tap sent twice is recorded once [LOG-2]', () =>
  given(visit)(tapped).when(recordTap).thenNothing())

test('a tap sent again from another network is still the same tap', () =>
  given(visit)(tapped)
    .when({ ...recordTap, tap: { ...tap, userAgent: 'curl/8', source: 'qr' } })
    .thenNothing())

test('a visit of one profile is not the visit of another', () =>
  given(visit)(tapped)
    .when({ ...recordTap, tap: { ...tap, profileId: OTHER_PROFILE } })
    .thenRefused('event-id-taken'))

test('a tap on an inactive profile is refused as if there were none [ACC-12]', () =>
  given(visit)()
    .when({ ...recordTap, profileActive: false })
    .thenRefused('profile-not-found'))

test('a tap that is sent again after the profile was deactivated is refused', () =>
  given(visit)(tapped)
    .when({ ...recordTap, profileActive: false })
    .thenRefused('profile-not-found'))
