import { expect, test } from 'vitest'
import { addressesOf } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { isRefusedByBlockers } from '../support/blocker-rules.ts'
import { sourceFiles } from '../support/source-files.ts'

test('the kept rules refuse what lists of blockers refuse, and nothing that only looks alike', () => {
  const refused = [
    '/api/analytics/1/unified?date_range=7d',
    '/api/analytics/1',
    '/api/public/track/1',
    '/assets/analytics-calls-BidGfHxh.js',
    '/assets/AnalyticsTab--dONnSMV.js',
    '/assets/EventSheet-7qmOWP.css',
    '/api/events?limit=1',
    '/pixel.gif?x=1',
    '/stats.json',
    '/x/beacon',
    '/ads/1.png',
    '/banner-2.webp',
    '/collect?v=1',
    '/api/x?event=view',
    '/api/x?y=1&event_type=click',
    '/api/x?stats=1',
  ]
  expect(refused.filter((address) => !isRefusedByBlockers(address))).toEqual([])
  const passed = [
    '/api/figures/1/unified?date_range=7d',
    '/dashboard?tab=analytics',
    '/address',
    '/api/admin/x',
    '/statements/1?status_filter=all',
    '/assets/ad5e0f11.js',
    '/eventually',
  ]
  expect(passed.filter(isRefusedByBlockers)).toEqual([])
})

test('every call has an address that blockers let pass, with all that its query may name', () => {
  const addresses = CALLS.map((call) => {
    const names = Object.keys((call.query as unknown as { readonly shape: object }).shape)
    return `${addressesOf(call).at(-1)}?${names.map((name) => `${name}=1`).join('&')}`
  })
  expect(addresses.length).toBeGreaterThan(60)
  expect(addresses.filter(isRefusedByBlockers)).toEqual([])
})

test('every address that the client names is one that blockers let pass', () => {
  const files = sourceFiles(/\.(?:tsx?|mjs|html)$/).filter(
    ({ path }) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path),
  )
  const addresses = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(['"`])(\/(?!\/)[^'"`\s]*)\1/g)].map(([, , address]) => `${path} ${address}`),
  )
  expect(addresses.length).toBeGreaterThan(100)
  expect(addresses.filter((address) => isRefusedByBlockers(address.split(' ')[1]!))).toEqual([])
})
