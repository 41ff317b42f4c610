import type { z } from 'zod'
import { bodyTypeOf, type Call } from '@app/contracts/api/call.ts'
import { requestHeadersOf } from '@app/contracts/api/call-headers.ts'
import { REQUEST_HEADERS } from '@app/contracts/api/headers.ts'
import { schemaOf, type Components, type Json } from './schemas.ts'

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

export const parametersOf = (call: Call, components: Components): readonly Json[] => [
  ...parametersIn(call.params, 'path', components),
  ...parametersIn(call.query, 'query', components),
  ...requestHeadersOf(call).map((name) => ({
    name,
    in: 'header',
    required: false,
    ...REQUEST_HEADERS[name],
  })),
]

const FILE_BODY: Json = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
      required: ['file'],
    },
  },
}

const BODIES: Readonly<Record<'file' | 'mail', Json>> = {
  file: FILE_BODY,
  mail: { 'message/rfc822': { schema: { type: 'string', contentMediaType: 'message/rfc822' } } },
}

export function documentedBodyOf(call: Call, components: Components): Json | undefined {
  const { body } = call
  const bodyType = bodyTypeOf(call)
  if (bodyType === 'none') return undefined
  return bodyType === 'json'
    ? { 'application/json': { schema: schemaOf(body, 'input', components) } }
    : BODIES[bodyType]
}
