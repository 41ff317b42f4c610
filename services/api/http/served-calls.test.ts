import { expect, test } from 'vitest'
import { addressesOf } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { sourceFiles } from '../../../tests/support/source-files.ts'
import { createExpressApp, type AppDeps } from '../app.ts'
import { addressPattern, callNameOf, servedBy, testsOf } from '../testing/served-calls.ts'
import { securityHeaders } from './security.ts'

const files = sourceFiles(/\.test\.ts$/).filter(({ path }) => /^(?:services\/api|tests)\//.test(path))
const hours = { fromHour: 9, toHour: 20 }
/** Routes only: no call is made, so they need few dependencies. */
const served = servedBy(
  createExpressApp(
    {
      publicUrl: 'https://tarjetas.example',
      webRoot: '/',
      reminderTimes: { first: { days: 7, ...hours }, second: { days: 14, ...hours } },
    } as AppDeps,
    securityHeaders('https://tarjetas.example'),
  ),
)

test('every call of the contract is served, and no other', () => {
  const isCall = (name: string): boolean =>
    /^\w+ (?:\/api\/(?!docs|openapi)|\/profile\/\{slug\}\/vcf|\/pages\/\{slug\}\/(?:qr|preview)\.)/.test(name)
  const names = CALLS.flatMap((call) => addressesOf(call).map((path) => callNameOf({ ...call, path })))
  expect(served.filter(isCall).sort()).toEqual(names.sort())
})

test('every call has a test of its own', () => {
  expect(CALLS.filter((call) => testsOf(call, files).length === 0).map(callNameOf)).toEqual([])
})

test('a path is distinguished from longer ones and from its neighbours', () => {
  const pattern = addressPattern({ path: '/api/profile/{id}' })
  for (const text of ['`/api/profile/${id}`', "'/api/profile/demo'", '`/api/profile/${profile.id}?x=1`'])
    expect(text).toMatch(pattern)
  for (const text of ['`/api/profile/${slug}/vcf`', "'/api/profiles/me'", '`/api/public/profile/${slug}`'])
    expect(text).not.toMatch(pattern)
})
