import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { expect, test } from 'vitest'
import type { JsonObject, StoredEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { profileDetails } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { sealFields } from '@app/vault/seals/sealed-fields.ts'
import { leafOf } from '@app/record/leaf.ts'
import { ENTRY_BYTES_MAX } from '@app/record/seal-export.ts'
import { testTable } from '../../../tests/support/every.ts'

/** Three bytes a character, as no other text has more. */
const WIDE = '€'

type Schema = z.core.JSONSchema.JSONSchema
const BY_FORMAT: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 40 }
/** Of those that only a pattern bounds. */
const BY_PATTERN: readonly (readonly [RegExp, string])[] = [
  [/\{1,20\}/, '9'.repeat(20)],
  [/0-9a-f\]\{8\}/, 'a'.repeat(8)],
  [/#/, '#aabbcc'],
  [/base64/, ''],
]

/** The largest value that a schema takes, by its limits. @throws Error for what has none */
function largest(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum.toSorted((a, b) => String(b).length - String(a).length)[0]
  if (schema.anyOf !== undefined)
    return schema.anyOf
      .map((one) => largest(one as Schema))
      .toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, one]) => [name, largest(one as Schema)]),
      )
    case 'array':
      if (schema.maxItems === undefined) throw new Error('a list without an end')
      return Array.from({ length: schema.maxItems }, () => largest(schema.items as Schema))
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return Number.MAX_SAFE_INTEGER
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      throw new Error(`unknown: ${JSON.stringify(schema)}`)
  }
}

function text({ maxLength, format = '', pattern = '' }: Schema): string {
  if (maxLength !== undefined) return WIDE.repeat(maxLength)
  if (BY_FORMAT[format] !== undefined) return 'f'.repeat(BY_FORMAT[format])
  const found = BY_PATTERN.find(([known]) => known.test(pattern))
  if (found === undefined) throw new Error(`a text without an end: ${format} ${pattern}`)
  return found[1]
}

/** Its stream and its people's have names of the largest size as well. */
function leafBytes(type: string, version: number, data: JsonObject, personal: readonly string[]): number {
  const id = '0199a000-0000-7000-8000-000000000000'
  const name = 'x'.repeat(LIMITS.lineCharsMax)
  const sealed = sealFields(data, personal, { key: randomBytes(32), eventId: id, random: randomBytes })
  const meta = {
    actor: { kind: 'visitor', id: name },
    occurredAt: '2026-11-23T12:00:00.000Z',
    correlationId: name,
    causationId: name,
    keyRef: name,
  }
  return leafOf({
    id,
    stream: name,
    revision: 10n ** 18n,
    type,
    version,
    data: sealed,
    meta,
  } as unknown as StoredEvent).length
}

/** An edit has what was typed as well: both together come by one body. */
const EDIT = 'ProfileEdited'

testTable([...CATALOGUE.values()].filter(({ type }) => type !== EDIT).map((one) => [one.type, one] as const))(
  'the largest event of each type is an entry of a bundle [SEAL-9]',
  (type, { version, written, personal }) => {
    const data = largest(z.toJSONSchema(written, { unrepresentable: 'any', io: 'input' })) as JsonObject
    expect(leafBytes(type, version, data, personal)).toBeLessThan(ENTRY_BYTES_MAX)
  },
)

test('the largest edits are entries of a bundle: all fields restored, and texts that grow from one body [SEAL-9]', () => {
  const { version, personal } = CATALOGUE.get(EDIT)!
  const widest = largest(z.toJSONSchema(profileDetails, { io: 'input' })) as Record<string, string>
  const restored = leafBytes(EDIT, version, { changes: widest, typed: {} }, personal)
  // Addresses are stored in ASCII, at most thrice as long as they were typed, and what was typed beside them.
  const ascii = Object.entries(widest).map(([field, value]) => [
    field,
    value.length === LIMITS.urlCharsMax && field !== 'bio' ? 'x'.repeat(value.length) : value,
  ])
  const typed = { website: 'x'.repeat(LIMITS.bodyBytesMax) }
  const edited = leafBytes(EDIT, version, { changes: Object.fromEntries(ascii), typed }, personal)
  expect(restored).toBeLessThan(ENTRY_BYTES_MAX)
  expect(edited).toBeLessThan(ENTRY_BYTES_MAX)
})
