import fc from 'fast-check'
import type { Json } from '../document.ts'

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
export function valuesOf(json: Json | Schema): fc.Arbitrary<unknown> {
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
export const ODD_VALUES: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, -1, 1e308, [], {}, [[]], '', ' ', '\u0000', '\ud800', 'x'.repeat(3_000)),
  fc.jsonValue({ maxDepth: 3 }),
)
