import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../document.ts'

/** The document as a client that nobody here wrote reads it: its operations, and checks of what they answer. */

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Json
}

export interface Operation {
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

export const operationsIn = (document: Document): readonly Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )

/** Parts of an answer besides its content. */
const HEADERS = [
  'log-position stale etag tap-status retry-after location content-disposition set-cookie',
  'ratelimit ratelimit-policy',
].flatMap((names) => names.split(' '))

export interface DocumentChecks {
  /** Whether a value is of a schema of the document. */
  isValid(schema: Json, value: unknown): boolean
  /** Differences between an answer and the document. Ignores an empty body. */
  differences(operation: Operation, response: Response, body: string): readonly string[]
}

/** @param document parsed from the JSON that is served */
export function createDocumentChecks(document: Document & { readonly components: Json }): DocumentChecks {
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
