import { CALLS } from '@app/contracts/api/calls.ts'
import { expect, test } from 'vitest'
import { mendedAddress } from '../../taps/mended-address.ts'
import { openApiDocument } from './openapi.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'

interface Operation {
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

// In JSON, which leaves out undefined fields.
const document = JSON.parse(JSON.stringify(openApiDocument('https://tarjetas.example'))) as OpenApi
const NAMED = CALLS.map((call) => [`${call.method} ${call.path}`, call] as const)
const operationOf = ({ path, method }: (typeof CALLS)[number]): Operation => document.paths[path]![method]!

const OPERATIONS = NAMED.map(([name, call]) => ({ name, call, operation: operationOf(call) }))

test('each operation requires a token exactly where its access needs one', () => {
  for (const { name, call, operation } of OPERATIONS) {
    const ways = { everyone: [], optional: [{}, { bearer: [] }] }
    expect(operation.security, name).toEqual(
      call.access === 'everyone' || call.access === 'optional' ? ways[call.access] : [{ bearer: [] }],
    )
  }
})

test('each call that redirects a misspelt address documents it [SCR-4]', () => {
  const isMended = (path: string): boolean =>
    mendedAddress(`${path.replace(/\{slug\}/, 'ana')})`) !== undefined
  const saying = OPERATIONS.filter(({ operation }) => '307' in operation.responses).map(({ name }) => name)
  const mended = OPERATIONS.filter(
    ({ call }) => call.method === 'get' && isMended(call.path.replace('{format}', 'png')),
  )
  expect(saying).toEqual(mended.map(({ name }) => name))
  expect(saying).toHaveLength(3)
})

const problemsOf = async (document: object) => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'operation-tag-defined': 'error' },
  })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: '/openapi.json',
    config,
  })
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer}: ${message}`)
}

test('a public linter finds no fault in the document', async () => {
  expect(await problemsOf(openApiDocument('https://tarjetas.cl'))).toEqual([])
})
