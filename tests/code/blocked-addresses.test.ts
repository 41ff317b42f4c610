import { expect, test } from 'vitest'
import { addressesOf } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { isRefusedByBlockers } from '../support/blocker-rules.ts'
import { sourceFiles } from '../support/source-files.ts'

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
