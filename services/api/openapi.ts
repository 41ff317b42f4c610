import { z } from 'zod'
import type { Call } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { REFUSALS, refusalBody, type RefusalCode } from '@app/contracts/refusals.ts'

type Json = Record<string, unknown>

/** Named schemas of the document: those with an id, wherever they are used. */
type Components = Record<string, Json>

/** A schema as JSON; what it defines by name goes among the document's components, where its references lead. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
    $defs?: Components
  }
  const toComponents = (part: Json): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  for (const [name, definition] of Object.entries($defs)) components[name] = toComponents(definition)
  return toComponents(json)
}

/** Each property of an object schema as a parameter of its own. */
function parametersOf(schema: z.ZodType, place: 'path' | 'query', components: Components): readonly Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof property.description === 'string' ? { description: property.description } : {}),
    schema: property,
  }))
}

const FILE_BODY: Json = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    },
  },
}

/** What a call's body is made of; undefined where it has none. */
function bodyOf({ method, bodyType = 'json', body }: Call, components: Components): Json | undefined {
  if (method === 'get' || method === 'delete' || bodyType === 'none') return undefined
  return bodyType === 'file'
    ? FILE_BODY
    : { 'application/json': { schema: schemaOf(body, 'input', components) } }
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body get the same answer, and have one effect.',
  schema: { type: 'string', maxLength: LIMITS.idempotencyKeyCharsMax },
}

function answersOf(call: Call, components: Components): Json {
  const media = call.answerType ?? 'application/json'
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of new Set(call.refusals)) {
    const { status } = REFUSALS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return {
    [call.answerStatus ?? 200]: {
      description: 'Hecho',
      content: { [media]: { schema: schemaOf(call.answer, 'output', components) } },
    },
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `${code}: ${REFUSALS[code].detail}`).join(' '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      ]),
    ),
  }
}

const SECURITY: Record<Call['access'], readonly Json[]> = {
  everyone: [],
  optional: [{}, { bearer: [] }],
  'signed-in': [{ bearer: [] }],
  activated: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

function operationOf(call: Call, components: Components): Json {
  const content = bodyOf(call, components)
  return {
    summary: call.summary,
    security: SECURITY[call.access],
    parameters: [
      ...parametersOf(call.params, 'path', components),
      ...parametersOf(call.query, 'query', components),
      ...(call.idempotent === undefined ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...(content === undefined ? {} : { requestBody: { required: true, content } }),
    responses: answersOf(call, components),
  }
}

/** The OpenAPI 3.1 document, made of the very schemas that the routes parse by. */
export function openApiDocument(publicUrl: string): Json {
  const components: Components = {}
  // Named, so that it goes among the components by itself.
  schemaOf(refusalBody, 'output', components)
  const paths: Record<string, Json> = {}
  for (const call of CALLS) {
    paths[call.path] = { ...paths[call.path], [call.method]: operationOf(call, components) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT.name} API`, version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
