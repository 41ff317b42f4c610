import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { openApiDocument, type Json } from './openapi.ts'

/** The document as a client reads it that nobody here wrote. */
interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header' }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> }
  readonly responses: Readonly<Record<string, Answer>>
}
interface Answer {
  readonly headers?: object
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>
}
interface BodySchema {
  readonly properties?: object
  readonly oneOf?: readonly BodySchema[]
}
type Operations = Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>

const document = JSON.parse(JSON.stringify(openApiDocument('https://tarjetas.cl'))) as {
  readonly paths: Readonly<Record<string, Operations>>
  readonly components: Json
}

/** Signing out everywhere, or a new password, ends the sessions of the others; nobody sees a hidden profile. */
const LAST = ['putAdminProfileStatus', 'deleteAdminProfile', 'postCloseSessions', 'postChangePassword']
const OPERATIONS = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, method, path })))
  .sort((one, other) => LAST.indexOf(one.operationId) - LAST.indexOf(other.operationId))

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
for (const format of ['idn-email', 'password']) ajv.addFormat(format, true)
const checks = new Map<Json, ReturnType<typeof ajv.compile>>()
function faultOf(schema: Json, value: unknown): string {
  const check = checks.get(schema) ?? ajv.compile({ ...schema, components: document.components })
  checks.set(schema, check)
  return check(value) ? '' : ajv.errorsText(check.errors)
}

/** Parts of an answer besides its content. */
const HEADERS =
  'log-position stale etag tap-status retry-after location content-disposition set-cookie ratelimit ratelimit-policy'

/** Differences between an answer and the document. */
function differences({ responses }: Operation, { status, headers }: Response, text: string) {
  const described = responses[String(status)]
  if (described === undefined) return [`status ${status}: ${text}`]
  const declared = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase())
  const unknown = HEADERS.split(' ').filter((name) => headers.has(name) && !declared.includes(name))
  if (described.content === undefined) return unknown
  const type = (headers.get('content-type') ?? '').split(';')[0]!.trim()
  const media = described.content[type]
  if (media === undefined) return [...unknown, `${status} as ${type}`]
  const isChecked = media.schema !== undefined && type === 'application/json' && text !== ''
  const fault = isChecked ? faultOf(media.schema, JSON.parse(text)) : ''
  return [...unknown, ...(fault === '' ? [] : [`${status}: ${fault}`])]
}

const RUNS = 60
const api = useTestApi()
type Caller = 'none' | 'owner' | 'admin'

/** Values that are there, and some that are nowhere: of the wrong type or length, or with characters that cannot be stored. */
const VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('ID', 'SLUG', 'a@b.cl', '2026-11-20', 'visits', 'Andes', '#112233', true, 1, 5),
  fc.constantFrom(null, -1, 1e308, [], {}, [[]], '', ' ', '\u0000', '\ud800', 'x'.repeat(3_000)),
  fc.jsonValue({ maxDepth: 3 }),
)
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
/** Eleven of them fit into an address: a longer one is none of the document's. */
const TEXTS = VALUES.map((value) => asText(value).slice(0, 600))
const PARTS = TEXTS.filter((text) => !['', '.', '..'].includes(text) && !/\p{Surrogate}/u.test(text))

/** A body with several forms has the fields of each. */
const fieldsOf = ({ properties = {}, oneOf = [] }: BodySchema): readonly string[] => [
  ...Object.keys(properties),
  ...oneOf.flatMap((form) => Object.keys(form.properties ?? {})),
]
const schemaOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema

function questionOf(operation: Operation) {
  const schema = schemaOf(operation)
  const fields = schema === undefined ? [] : fieldsOf(schema)
  const bodies = fields.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...fields), VALUES)
  const named = operation.parameters.map(({ name, in: place }) => [
    name,
    place === 'path' ? PARTS : fc.option(TEXTS, { nil: undefined }),
  ])
  return fc.record({
    caller: fc.constantFrom<Caller>('none', 'owner', 'admin'),
    values: fc.record(Object.fromEntries(named) as Record<string, fc.Arbitrary<string | undefined>>),
    body: schema === undefined ? fc.constant(undefined) : bodies,
  })
}
type Question = ReturnType<typeof questionOf> extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** A call that ends sessions gets one of its own. */
async function tokenFor({ operationId }: Operation, caller: Caller): Promise<object> {
  if (caller === 'none') return {}
  const isEnding = operationId === 'postLogout' || LAST.slice(2).includes(operationId)
  const token = isEnding ? await api.tokenOf(api[caller].email, PASSWORD) : api[caller].token
  return { Authorization: `Bearer ${token}` }
}

async function ask(operation: Operation, { caller, values, body }: Question) {
  const known: Readonly<Record<string, string>> = { ID: api.profile.id, SLUG: api.profile.slug }
  const named = (place: string) =>
    operation.parameters.flatMap(({ name, in: own }): [string, string][] => {
      const value = values[name]
      return own === place && value !== undefined ? [[name, known[value] ?? value]] : []
    })
  const path = named('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  )
  // For a position that the log does not have, a read waits two seconds.
  const headers = named('header').filter(
    ([name, value]) => name !== 'Wait-For-Position' && /^[ -~]+$/.test(value),
  )
  const response = await fetch(`${api.url}${path}?${new URLSearchParams(named('query')).toString()}`, {
    method: operation.operationId === 'getLive' ? 'HEAD' : operation.method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...Object.fromEntries(headers),
      ...(await tokenFor(operation, caller)),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { response, text: await response.text() }
}

describe.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, operation) => {
    test('answers whatever is sent as the document describes, and takes no body that it does not allow [ACC-21]', async () => {
      const schema = schemaOf(operation)
      await fc.assert(
        fc.asyncProperty(questionOf(operation), async (question) => {
          const { response, text } = await ask(operation, question)
          expect(differences(operation, response, text)).toEqual([])
          expect(response.status).toBeLessThan(500)
          if (schema === undefined || response.status >= 300) return
          expect(faultOf(schema as Json, JSON.parse(JSON.stringify(question.body)))).toBe('')
        }),
        { numRuns: RUNS, seed: Number(process.env.TEST_SEED) },
      )
    })
  },
)
