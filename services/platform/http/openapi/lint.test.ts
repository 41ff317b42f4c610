import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

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
