import { expect, test } from 'vitest'
import { addressesOf } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { createExpressApp, type AppDeps } from '../../product/app.ts'
import { callNameOf, servedBy } from './testing/served-calls.ts'
import { securityHeaders } from './security-headers.ts'

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
