import { CALL_GROUPS } from '@app/contracts/api/calls.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { refusalBody } from '@app/contracts/refusals.ts'
import { responsesOf, schemaOf, type Components, type Json } from './responses.ts'
import type { z } from 'zod'
import { bodyTypeOf, type Call } from '@app/contracts/api/call.ts'
import { requestHeadersOf } from '@app/contracts/api/call-headers.ts'
import { REQUEST_HEADERS } from '@app/contracts/api/headers.ts'

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

const BODIES: Readonly<Record<'file' | 'mail', Json>> = {
  file: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
        required: ['file'],
      },
    },
  },
  mail: { 'message/rfc822': { schema: { type: 'string', contentMediaType: 'message/rfc822' } } },
}

function documentedBodyOf(call: Call, components: Components): Json | undefined {
  const { body } = call
  const bodyType = bodyTypeOf(call)
  if (bodyType === 'none') return undefined
  return bodyType === 'json'
    ? { 'application/json': { schema: schemaOf(body, 'input', components) } }
    : BODIES[bodyType]
}

const DESCRIPTION = `HTTP interface of ${PRODUCT.name}. Texts for people are in Spanish. Lengths of texts are counted as \
JavaScript does: most emoji are two characters. Every failure has the body \`Refusal\`. Known addresses answer 405 with \
\`Allow\` to other methods.`

const SECURITY: Record<Call['access'], readonly Json[]> = {
  everyone: [],
  optional: [{}, { bearer: [] }],
  'signed-in': [{ bearer: [] }],
  activated: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

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
  const content = documentedBodyOf(call, components)
  return {
    operationId: name,
    tags: [tag],
    summary: call.summary,
    description: descriptionOf(call),
    security: SECURITY[call.access],
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
