import { PRODUCT } from '@app/contracts/product.ts'
import { bodyTypeOf } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from './document.ts'

interface Operation {
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly headers?: object }>>
}
interface OpenApi {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

// In JSON, which leaves out undefined fields.
const document = JSON.parse(JSON.stringify(openApiDocument('https://tarjetas.example'))) as OpenApi
const NAMED = CALLS.map((call) => [`${call.method} ${call.path}`, call] as const)
const operationOf = ({ path, method }: (typeof CALLS)[number]): Operation => document.paths[path]![method]!

/** By the letter of RFC 6901, from the root of the document. */
const resolved = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)

test('the document is OpenAPI 3.1, and names its server', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.servers).toEqual([{ url: 'https://tarjetas.example' }])
  expect(document).toMatchObject({
    info: { title: `${PRODUCT.name} API`, version: expect.any(String) as string },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
})

test('it has every call there is, and no other', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(operations.sort()).toEqual(NAMED.map(([name]) => name).sort())
})

test('a refusal is a detail and a code', () => {
  expect(resolved('#/components/schemas/Refusal')).toMatchObject({
    type: 'object',
    required: ['detail', 'code'],
    properties: { detail: { type: 'string' }, code: { type: 'string' } },
  })
})

describe('each operation', () => {
  const OPERATIONS = NAMED.map(([name, call]) => ({ name, call, operation: operationOf(call) }))

  test('has a summary of what it does, and names its rate limit', () => {
    for (const { name, call, operation } of OPERATIONS) {
      expect(operation.summary, name).toBe(call.summary)
      const limited = [...operation.description.matchAll(/by the limit `([\w-]+)`/g)].map(
        ([, limit]) => limit,
      )
      expect(limited, name).toEqual(call.limit === undefined ? [] : [call.limit.name])
    }
  })

  test('has a body exactly where it takes one, of its type', () => {
    const typeOf = { json: 'application/json', file: 'multipart/form-data', mail: 'message/rfc822', none: '' }
    for (const { name, call, operation } of OPERATIONS) {
      const bodyType = bodyTypeOf(call)
      expect(Object.keys(operation.requestBody?.content ?? {}), name).toEqual(
        bodyType === 'none' ? [] : [typeOf[bodyType]],
      )
    }
  })

  test('answers in its types, and each of its refusals by status', () => {
    for (const { name, call, operation } of OPERATIONS) {
      const success = call.answerStatus ?? 200
      const hasHeaders = call.idempotent !== undefined || call.method === 'put'
      const implied = ['malformed', 'unavailable', ...(hasHeaders ? (['invalid'] as const) : [])] as const
      const refused = [...call.refusals, ...implied]
      const statuses = new Set([success, ...refused.map((code) => REFUSALS[code].status)].map(String))
      const others = Object.keys(call.otherAnswers ?? {})
      expect(new Set(Object.keys(operation.responses)), name).toEqual(
        new Set([...statuses, ...others, 'default']),
      )
      expect(Object.keys(operation.responses[success]?.content ?? {}), name).toEqual(
        [call.answerType ?? 'application/json'].flat(),
      )
    }
  })

  test('names the request headers that it reads, and that a refusal may be tried again', () => {
    for (const { name, call, operation } of OPERATIONS) {
      const inHeader = operation.parameters.filter(({ in: place }) => place === 'header')
      const named = inHeader.map((parameter) => parameter.name)
      expect(named.includes('Idempotency-Key'), name).toBe(call.idempotent !== undefined)
      expect(named.includes('If-Match'), name).toBe(call.takes?.includes('If-Match') === true)
      expect(named.includes('Wait-For-Position'), name).toBe(call.reads !== undefined)
      expect(operation.responses['503']?.headers, name).toHaveProperty('Retry-After')
    }
  })

  test('requires a token exactly where its access needs one', () => {
    for (const { name, call, operation } of OPERATIONS) {
      const ways = { everyone: [], optional: [{}, { bearer: [] }] }
      expect(operation.security, name).toEqual(
        call.access === 'everyone' || call.access === 'optional' ? ways[call.access] : [{ bearer: [] }],
      )
    }
  })
})

test('each part of a path is required', () => {
  const parameters = CALLS.flatMap((call) => operationOf(call).parameters)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  expect(inPath.length).toBeGreaterThan(20)
  expect(inPath.filter(({ required }) => !required)).toEqual([])
})

test('query parameters with defaults are optional, and their values are listed', () => {
  const range = document.paths['/api/analytics/{profileId}/unified']?.['get']?.parameters.find(
    ({ name }) => name === 'date_range',
  )
  expect(range).toMatchObject({ in: 'query', required: false, schema: { default: 'all-time' } })
  expect(range).toMatchObject({ schema: { enum: ['7d', '1m', '3m', '6m', '12m', 'all-time'] } })
})

test('a body marks its required fields', () => {
  const schema = document.paths['/api/auth/login']?.['post']?.requestBody?.content['application/json']?.schema
  expect(schema).toMatchObject({ type: 'object', required: ['email', 'password'] })
})

test('a body has the lengths and the patterns of an e-mail and of a new password', () => {
  const schema = document.paths['/api/auth/register']?.['post']?.requestBody?.content['application/json']
    ?.schema as { readonly properties: Readonly<Record<string, object>> }
  expect(schema.properties['email']).toMatchObject({ maxLength: 254, format: 'idn-email' })
  expect(schema.properties['password']).toMatchObject({ minLength: 8, maxLength: 72, format: 'password' })
})

test('the live figures are a stream whose messages are described', () => {
  const { content } = document.paths['/api/analytics/{profileId}/live']!['get']!.responses['200']!
  expect(content).toMatchObject({
    'text/event-stream': {
      schema: { type: 'string', contentSchema: { $ref: '#/components/schemas/LiveMessage' } },
    },
  })
})
