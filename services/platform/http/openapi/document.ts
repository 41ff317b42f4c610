import { CALL_GROUPS } from '@app/contracts/api/calls.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { refusalBody, REFUSALS, type RefusalCode } from '@app/contracts/refusals.ts'
import { z } from 'zod'
import {
  bodyTypeOf,
  type Call,
  requestHeadersOf,
  answerHeadersOf,
  commonHeadersOf,
  refusalsOf,
} from '@app/contracts/api/call.ts'
import { REQUEST_HEADERS, ANSWER_HEADERS, type AnswerHeader } from '@app/contracts/api/headers.ts'

function parametersIn(schema: z.ZodType, place: 'path' | 'query', components: Components): readonly Json[] {
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

const parametersOf = (call: Call, components: Components): readonly Json[] => [
  ...parametersIn(call.params, 'path', components),
  ...parametersIn(call.query, 'query', components),
  ...requestHeadersOf(call).map((name) => ({
    name,
    in: 'header',
    required: false,
    ...REQUEST_HEADERS[name],
  })),
]

const bytesOf = (type: string): Json => ({ type: 'string', contentMediaType: type })
const FILE = { type: 'object', properties: { file: bytesOf('application/octet-stream') }, required: ['file'] }

function contentOf(call: Call, components: Components): Json | undefined {
  switch (bodyTypeOf(call)) {
    case 'none':
      return undefined
    case 'json':
      return { 'application/json': { schema: schemaOf(call.body, 'input', components) } }
    case 'file':
      return { 'multipart/form-data': { schema: FILE } }
    case 'mail':
      return { 'message/rfc822': { schema: bytesOf('message/rfc822') } }
  }
}

const DESCRIPTION = `HTTP interface of ${PRODUCT.name}. Texts for people are in Spanish. Lengths of texts are counted as \
JavaScript does: most emoji are two characters. Every failure has the body \`Refusal\`. Known addresses answer 405 with \
\`Allow\` to other methods.`

const BEARER = { bearer: [] }
const securityOf = ({ access }: Call): readonly Json[] =>
  access === 'everyone' ? [] : [...(access === 'optional' ? [{}] : []), BEARER]

const WHO: Record<Call['access'], string> = {
  everyone: 'For everyone.',
  optional: 'For everyone; a token says whose view it is, so that owners are not counted on their own pages.',
  'signed-in': 'For whoever is signed in, also before activation.',
  activated: 'For whoever is signed in and activated.',
  admin: 'For administrators.',
}

function descriptionOf({ summary, access, limit, alias }: Call): string {
  const limited = limit === undefined ? [] : [`Held back by the limit \`${limit.name}\`.`]
  const also = alias === undefined ? [] : [`Also at \`${alias}\`, which browsers’ blockers let pass.`]
  return [summary, WHO[access], ...limited, ...also].join(' ')
}

function operationOf(name: string, tag: string, call: Call, components: Components): Json {
  const content = contentOf(call, components)
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    description: descriptionOf(call),
    security: securityOf(call),
    parameters: parametersOf(call, components),
    ...(content === undefined ? {} : { requestBody: { required: call.mayHaveNoBody !== true, content } }),
    responses: responsesOf(call, components),
  }
}

export function openApiDocument(publicUrl: string): Json {
  const components: Components = {}
  // Called to add the component `Refusal`, which other parts refer to by name.
  schemaOf(refusalBody, 'output', components)
  const paths: Record<string, Json> = {}
  for (const { name: tag, calls } of CALL_GROUPS)
    for (const [name, call] of Object.entries(calls))
      paths[call.path] = { ...paths[call.path], [call.method]: operationOf(name, tag, call, components) }
  return {
    openapi: '3.1.0',
    info: {
      title: `${PRODUCT.name} API`,
      version: '1',
      description: DESCRIPTION,
      contact: { name: PRODUCT.name, email: PRODUCT.supportEmail },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl }],
    tags: CALL_GROUPS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

export type Json = Record<string, unknown>

type Components = Record<string, Json>

/** Definitions with an id go to `components`, where the references point. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Components }
  const { $schema: _, $defs = {}, ...json } = whole
  const toComponents = (part: Json): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  for (const [name, definition] of Object.entries($defs)) components[name] = toComponents(definition)
  return toComponents(json)
}

const EVENT_STREAM = 'text/event-stream'

const headersOf = (names: readonly AnswerHeader[]): Json =>
  names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, ANSWER_HEADERS[name]])) }

function mediaOf(type: string, call: Call, components: Components): Json {
  if (type === 'application/json') return { schema: schemaOf(call.answer, 'output', components) }
  if (type !== EVENT_STREAM) return {}
  return {
    schema: {
      type: 'string',
      description:
        'Server-sent events without end: `event` is the type of a message, `data` the rest of it as JSON.',
      contentMediaType: 'application/json',
      contentSchema: schemaOf(call.answer, 'output', components),
    },
  }
}

function successOf(call: Call, components: Components): Json {
  const types = [call.answerType ?? 'application/json'].flat()
  const content = Object.fromEntries(types.map((type) => [type, mediaOf(type, call, components)]))
  return {
    description: types.length === 0 && call.answerStatus === 302 ? 'The browser goes on.' : 'Done.',
    ...headersOf(answerHeadersOf(call)),
    ...(types.length === 0 ? {} : { content }),
  }
}

const REFUSED: Json = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }

function refusedWith(call: Call, status: number, codes: readonly RefusalCode[]): Json {
  const canBeRetried = status === 429 || status === 503
  return {
    description: codes.map((code) => `${code}: ${REFUSALS[code].detail}`).join(' '),
    ...headersOf([...commonHeadersOf(call), ...(canBeRetried ? (['Retry-After'] as const) : [])]),
    content: REFUSED,
  }
}

function responsesOf(call: Call, components: Components): Json {
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of refusalsOf(call)) {
    const { status } = REFUSALS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answers: Json = { [call.answerStatus ?? 200]: successOf(call, components) }
  for (const [status, description] of Object.entries(call.otherAnswers ?? {}))
    answers[status] = { description }
  for (const [status, codes] of byStatus) answers[status] = refusedWith(call, status, codes)
  return { ...answers, default: refusedWith(call, REFUSALS.unexpected.status, ['unexpected']) }
}
