import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, useTestApi } from '../../../../tests/support/api/test-api.ts'
import { openApiDocument, type Json } from './document.ts'
import { isLong } from '../../../../tests/support/longer-runs.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Values that a schema of the document describes, as far as the document uses JSON Schema. */

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

const LENGTH_MAX = 200
// Letters, what has to be escaped somewhere, and marks that nobody sees; none outside the basic plane, where one
// character is two for JavaScript.
const CHARACTERS = [...'aZ09 ñÁ-_.@:/?#%&"\'<>\\;,{}[]$\u00a0\u200dß漢\u0301']
const text = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...CHARACTERS), { minLength, maxLength: Math.min(maxLength, LENGTH_MAX) })
    .map((characters) => characters.join(''))

const lower = fc.stringMatching(/^[a-z]{2,8}$/)
const BY_FORMAT: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  'date-time': fc.constant('2026-11-20T12:00:00.000Z'),
  'idn-email': fc.tuple(lower, lower).map(([local, host]) => `${local}@${host}.cl`),
  password: fc.stringMatching(/^[A-Z][a-z]{6,20}\d[ -~]{0,10}$/),
}

function stringOf(schema: Schema): fc.Arbitrary<string> {
  const { format = '', minLength = 0, maxLength = LENGTH_MAX } = schema
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern === undefined ? [] : [pattern],
  )
  // For the generator: it supports no Unicode properties and no lookaround.
  const isSimple = patterns.length === 1 && !/\\p|\(\?[=!<]|\\s/.test(patterns[0]!)
  const drawn =
    BY_FORMAT[format] ?? (isSimple ? fc.stringMatching(new RegExp(patterns[0]!)) : text(minLength, maxLength))
  const tests = patterns.map((pattern) => new RegExp(pattern, 'u'))
  return drawn.filter(
    (value) =>
      value.length >= minLength && value.length <= maxLength && tests.every((pattern) => pattern.test(value)),
  )
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, valuesOf(part)]))
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

/** @param json a schema without references */
function valuesOf(json: Json | Schema): fc.Arbitrary<unknown> {
  const schema = json as Schema
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return fc.oneof(...either.map(valuesOf))
  return (BY_TYPE[schema.type ?? 'string'] ?? stringOf)(schema)
}

const BY_TYPE: Readonly<Record<string, (schema: Schema) => fc.Arbitrary<unknown>>> = {
  object: objectOf,
  array: ({ items = {} }) => fc.array(valuesOf(items), { maxLength: 5 }),
  integer: ({ minimum = -1_000, maximum = 1_000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = -1_000, maximum = 1_000 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  string: stringOf,
}

/** Values of the wrong type, of the wrong length or with characters that cannot be kept. */
const ODD_VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, -1, 1e308, [], {}, [[]], '', ' ', '\u0000', '\ud800', 'x'.repeat(3_000)),
  fc.jsonValue({ maxDepth: 3 }),
)

/** The document as a client that nobody here wrote reads it: its operations, and checks of what they answer. */

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Json
}

interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly security: readonly object[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, { readonly schema: Json }>>
        readonly content?: Readonly<Record<string, { readonly schema?: Json }>>
      }
    >
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
}

const operationsIn = (document: Document): readonly Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )

/** Parts of an answer besides its content. */
const HEADERS = [
  'log-position stale etag tap-status retry-after location content-disposition set-cookie',
  'ratelimit ratelimit-policy',
].flatMap((names) => names.split(' '))

interface DocumentChecks {
  /** Whether a value is of a schema of the document. */
  isValid(schema: Json, value: unknown): boolean
  /** Differences between an answer and the document. Ignores an empty body. */
  differences(operation: Operation, response: Response, body: string): readonly string[]
}

/** @param document parsed from the JSON that is served */
function createDocumentChecks(document: Document & { readonly components: Json }): DocumentChecks {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addFormat('idn-email', true)
  ajv.addFormat('password', true)
  const compiled = new Map<Json, ValidateFunction>()
  const checkOf = (schema: Json): ValidateFunction => {
    const known = compiled.get(schema)
    const check = known ?? ajv.compile({ ...schema, components: document.components })
    compiled.set(schema, check)
    return check
  }

  function faultOfContent(type: string, schema: Json | undefined, body: string): readonly string[] {
    if (schema === undefined || type !== 'application/json' || body === '') return []
    const check = checkOf(schema)
    return check(JSON.parse(body)) ? [] : [`body: ${ajv.errorsText(check.errors)}`]
  }

  return {
    isValid: (schema, value) => checkOf(schema)(value) === true,
    differences: ({ responses }, { status, headers }, body) => {
      const response = responses[String(status)]
      if (response === undefined) return [`status ${status} is not in the document: ${body}`]
      const declared = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase())
      const unknown = HEADERS.filter((name) => headers.has(name) && !declared.includes(name))
      const type = (headers.get('content-type') ?? '').split(';')[0]!.trim()
      const media = response.content?.[type]
      const hasContent = response.content !== undefined
      return [
        ...unknown.map((name) => `header ${name} of ${status} is not in the document`),
        ...(hasContent && media === undefined
          ? [`content type ${type} of ${status} is not in the document`]
          : []),
        ...faultOfContent(type, media?.schema, body),
      ]
    },
  }
}

const RUNS = isLong ? 40 : 3
const seed = Number(process.env.TEST_SEED)
const document = JSON.parse(JSON.stringify(openApiDocument('https://tarjetas.cl'))) as Parameters<
  typeof createDocumentChecks
>[0]
const { differences, isValid } = createDocumentChecks(document)

/** Rules that the document cannot express: identities, existing addresses and cards, instants in the past. */
const JUDGED = new Set(
  [
    'phone whatsapp email instagram linkedin facebook website custom_link',
    'occurred_at confirm_password event_id code password new_password new_slug after',
    'version at from to type person card',
  ].flatMap((names) => names.split(' ')),
)
const NO_BODY = Symbol('no body')

const api = useTestApi()
let tokens: Readonly<Record<'none' | 'owner' | 'admin', string | undefined>>
beforeAll(async () => {
  tokens = { none: undefined, owner: api.owner.token, admin: api.admin.token }
})

type Caller = keyof typeof tokens

/** An id that is there, now and then: else nothing but refusals would be seen. */
const inPath = (parameter: Parameter): fc.Arbitrary<unknown> => {
  const drawn = valuesOf(parameter.schema).filter((value) => value !== '' && value !== '.' && value !== '..')
  if (!['id', 'profileId', 'slug'].includes(parameter.name)) return drawn
  return fc.oneof(fc.constant(parameter.name === 'slug' ? 'SLUG' : 'ID'), drawn)
}

const POSITION = 'Wait-For-Position'
/** Positions that the log has: for others a read waits two seconds. */
const headerOrQuery = ({ name, schema }: Parameter): fc.Arbitrary<unknown> =>
  name === POSITION ? fc.constantFrom('0', '1') : valuesOf(schema)

interface Question {
  readonly caller: Caller
  readonly values: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const schemaOfBody = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema

interface BodySchema {
  readonly properties?: object
  readonly oneOf?: readonly BodySchema[]
}

/** A body with several forms has the fields of each. */
function fieldsOf({ properties = {}, oneOf = [] }: BodySchema): readonly string[] {
  const forms = [properties, ...oneOf.map((form) => form.properties ?? {})]
  return [...new Set(forms.flatMap((form) => Object.keys(form)))]
}

function valueOf(parameter: Parameter): fc.Arbitrary<unknown> {
  if (parameter.in === 'path') return inPath(parameter)
  const values = headerOrQuery(parameter)
  return parameter.required ? values : fc.option(values, { nil: undefined })
}

function questionOf(operation: Operation): fc.Arbitrary<Question> {
  const values = Object.fromEntries(operation.parameters.map((one) => [one.name, valueOf(one)]))
  const schema = schemaOfBody(operation)
  const question = fc.record({
    caller: fc.constantFrom<Caller>('none', 'owner', 'admin'),
    values: fc.record(values),
    body: schema === undefined ? fc.constant(NO_BODY) : valuesOf(schema),
  })
  return question.map(agreeing)
}

/** Both entries of a new password are the same, and a key and an id do not name two events. */
function agreeing(question: Question): Question {
  if (question.body === NO_BODY) return question
  const { confirm_password, event_id, ...body } = question.body as Readonly<Record<string, unknown>>
  const hasKey = question.values['Idempotency-Key'] !== undefined
  return {
    ...question,
    body: {
      ...body,
      ...(confirm_password === undefined ? {} : { confirm_password: body['new_password'] }),
      ...(event_id === undefined || hasKey ? {} : { event_id }),
    },
  }
}

/** A call that ends sessions gets one of its own. */
async function tokenFor({ operationId }: Operation, caller: Caller): Promise<string | undefined> {
  if (caller === 'none' || !(operationId === 'postLogout' || LAST.has(operationId))) return tokens[caller]
  return api.tokenOf(api[caller].email, PASSWORD)
}

async function ask(operation: Operation, { caller, values, body }: Question) {
  const known: Readonly<Record<string, string>> = { ID: api.profile.id, SLUG: api.profile.slug }
  const named = (place: Parameter['in']) =>
    operation.parameters
      .filter((one) => one.in === place && values[one.name] !== undefined)
      .map(({ name }): [string, string] => [name, known[String(values[name])] ?? String(values[name])])
  let path = operation.path
  for (const [name, value] of named('path')) path = path.replace(`{${name}}`, encodeURIComponent(value))
  const query = new URLSearchParams(named('query'))
  const token = await tokenFor(operation, caller)
  const isStream = operation.operationId === 'getLive'
  const response = await fetch(`${api.url}${path}?${query.toString()}`, {
    method: isStream ? 'HEAD' : operation.method.toUpperCase(),
    redirect: 'manual',
    headers: {
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === NO_BODY ? {} : { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(named('header').filter(([, value]) => /^[\x20-\x7e]+$/.test(value))),
    },
    ...(body === NO_BODY ? {} : { body: JSON.stringify(body) }),
  })
  return { response, text: await response.text() }
}

/** Signing out everywhere would end the sessions that the others use; a new password as well. */
const LAST = new Set(['postCloseSessions', 'postChangePassword'])
/** Nobody sees the profile of the others afterwards. */
const HIDING = new Set(['putAdminProfileStatus', 'deleteAdminProfile'])
const rankOf = ({ operationId }: Operation): number =>
  Number(HIDING.has(operationId)) + 2 * Number(LAST.has(operationId))
const operations = [...operationsIn(document)].sort((one, other) => rankOf(one) - rankOf(other))

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_, operation) => {
    test('answers as the document describes, and accepts what the document allows [ACC-21]', async () => {
      await fc.assert(
        fc.asyncProperty(questionOf(operation), async (question) => {
          const { response, text } = await ask(operation, question)
          const body = response.status >= 400 && text !== '' ? (JSON.parse(text) as { field?: string }) : {}
          const field = body.field?.split('.').at(-1)
          const isMisread = response.status === 422 && field !== undefined && !JUDGED.has(field)
          expect([response.status, isMisread ? text : '', differences(operation, response, text)]).toEqual([
            response.status,
            '',
            [],
          ])
          expect(response.status).toBeLessThan(500)
        }),
        { numRuns: RUNS, seed },
      )
    })

    const schema = schemaOfBody(operation)
    const fields = schema === undefined ? [] : fieldsOf(schema as BodySchema)
    if (schema === undefined || fields.length === 0) return
    test('refuses what the document does not allow [ACC-21]', async () => {
      const spoilt = fc
        .tuple(questionOf(operation), fc.constantFrom(...fields), ODD_VALUES)
        .map(([question, field, value]) => ({
          ...question,
          body: { ...(question.body as object), [field]: value },
        }))
        .filter(({ body }) => !isValid(schema, JSON.parse(JSON.stringify(body))))
      await fc.assert(
        fc.asyncProperty(spoilt, async (question) => {
          const { response, text } = await ask(operation, question)
          expect(differences(operation, response, text)).toEqual([])
          expect([response.status, text]).toEqual([expect.toBeOneOf([401, 403, 404, 409, 413, 422]), text])
        }),
        { numRuns: RUNS, seed },
      )
    })
  },
)
