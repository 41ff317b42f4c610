import { z } from 'zod'
import {
  answerHeadersOf,
  bodyTypeOf,
  commonHeadersOf,
  refusalsOf,
  requestHeadersOf,
  type Call,
} from '@app/contracts/api/call.ts'
import { CALL_GROUPS } from '@app/contracts/api/calls.ts'
import { ANSWER_HEADERS, REQUEST_HEADERS, type AnswerHeader } from '@app/contracts/api/headers.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { refusalBody, REFUSALS, type RefusalCode } from '@app/contracts/refusals.ts'

export type Json = Record<string, unknown>

const DESCRIPTION = `HTTP interface of ${PRODUCT.name}. Texts for people are in Spanish. Lengths of texts are counted as \
JavaScript does: most emoji are two characters. Every failure has the body \`Refusal\`. Known addresses answer 405 with \
\`Allow\` to other methods.`

function schemaWriter(components: Record<string, Json>) {
  return (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')
    const { $schema: _, $defs = {}, ...json } = JSON.parse(text) as Json & { $defs?: Record<string, Json> }
    Object.assign(components, $defs)
    return json
  }
}

type SchemaOf = ReturnType<typeof schemaWriter>

function parametersOf(call: Call, schemaOf: SchemaOf): readonly Json[] {
  const inPlace = (place: 'path' | 'query', schema: z.ZodType): readonly Json[] => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as z.core.JSONSchema.ObjectSchema
    return Object.entries(properties as Record<string, Json>).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(property.description !== undefined && { description: property.description }),
      schema: property,
    }))
  }
  const headers = requestHeadersOf(call).map((name) => ({
    name,
    in: 'header',
    required: false,
    ...REQUEST_HEADERS[name],
  }))
  return [...inPlace('path', call.params), ...inPlace('query', call.query), ...headers]
}

const bytesOf = (type: string): Json => ({ type: 'string', contentMediaType: type })
const FILE = { type: 'object', properties: { file: bytesOf('application/octet-stream') }, required: ['file'] }

function bodyOf(call: Call, schemaOf: SchemaOf): Json {
  const types = {
    none: () => undefined,
    json: () => ({ 'application/json': { schema: schemaOf(call.body, 'input') } }),
    file: () => ({ 'multipart/form-data': { schema: FILE } }),
    mail: () => ({ 'message/rfc822': { schema: bytesOf('message/rfc822') } }),
  }
  const content = types[bodyTypeOf(call)]()
  return content === undefined ? {} : { requestBody: { required: true, content } }
}

const headersOf = (names: readonly AnswerHeader[]): Json =>
  names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, ANSWER_HEADERS[name]])) }

const STREAM =
  'Server-sent events without end: `event` is the type of a message, `data` the rest of it as JSON.'

function successOf(call: Call, schemaOf: SchemaOf): Json {
  const types = [call.answerType ?? 'application/json'].flat()
  const answer = () => schemaOf(call.answer, 'output')
  const mediaOf = (type: string): Json => {
    if (type === 'application/json') return { schema: answer() }
    if (type !== 'text/event-stream') return {}
    return { schema: { ...bytesOf('application/json'), description: STREAM, contentSchema: answer() } }
  }
  return {
    description: types.length === 0 && call.answerStatus === 302 ? 'The browser goes on.' : 'Done.',
    ...headersOf(answerHeadersOf(call)),
    ...(types.length > 0 && { content: Object.fromEntries(types.map((type) => [type, mediaOf(type)])) }),
  }
}

function refusedWith(call: Call, status: number, codes: readonly RefusalCode[]): Json {
  const retried = status === 429 || status === 503 ? (['Retry-After'] as const) : []
  return {
    description: codes.map((code) => `${code}: ${REFUSALS[code].detail}`).join(' '),
    ...headersOf([...commonHeadersOf(call), ...retried]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  }
}

function responsesOf(call: Call, schemaOf: SchemaOf): Json {
  const answers: Json = { [call.answerStatus ?? 200]: successOf(call, schemaOf) }
  for (const [status, description] of Object.entries(call.otherAnswers ?? {}))
    answers[status] = { description }
  const codes = refusalsOf(call)
  for (const status of new Set(codes.map((code) => REFUSALS[code].status)))
    answers[status] = refusedWith(
      call,
      status,
      codes.filter((code) => REFUSALS[code].status === status),
    )
  return { ...answers, default: refusedWith(call, REFUSALS.unexpected.status, ['unexpected']) }
}

function operationOf(call: Call, schemaOf: SchemaOf): Json {
  const { summary, access, limit, alias } = call
  const limited = limit === undefined ? [] : [`Held back by the limit \`${limit.name}\`.`]
  const also = alias === undefined ? [] : [`Also at \`${alias}\`, which browsers’ blockers let pass.`]
  const optional = access === 'optional' ? [{}] : []
  return {
    summary,
    description: [summary, ...limited, ...also].join(' '),
    security: access === 'everyone' ? [] : [...optional, { bearer: [] }],
    parameters: parametersOf(call, schemaOf),
    ...bodyOf(call, schemaOf),
    responses: responsesOf(call, schemaOf),
  }
}

export function openApiDocument(publicUrl: string): Json {
  const schemas: Record<string, Json> = {}
  const schemaOf = schemaWriter(schemas)
  // Other parts refer by name to the component that it adds.
  schemaOf(refusalBody, 'output')
  const paths: Record<string, Json> = {}
  for (const { name: tag, calls } of CALL_GROUPS)
    for (const [operationId, call] of Object.entries(calls)) {
      const operation = { operationId, tags: [tag], ...operationOf(call, schemaOf) }
      paths[call.path] = { ...paths[call.path], [call.method]: operation }
    }
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
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
