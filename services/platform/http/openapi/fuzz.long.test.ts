import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, useTestApi } from '../../../../tests/support/api/test-api.ts'
import { openApiDocument } from './document.ts'
import { ODD_VALUES, valuesOf } from './testing/arbitrary.ts'
import {
  operationsIn,
  createDocumentChecks,
  type Operation,
  type Parameter,
} from './testing/document-checks.ts'
import { isLong } from '../../../../tests/support/longer-runs.ts'

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
