import { sql, type RawBuilder } from 'kysely'

/** Ids are found by any part of them. They are no personal data, so they need no hashes. */

const HEX_CHARS = 32
const CHARS_OF_PART = 3

const hexOf = (column: string): string => `replace(${column}::text, '-', '')`

/** The indexed parts of an id: all its parts of three characters. */
export const idPartsOf = (column: string): string => {
  const starts = Array.from({ length: HEX_CHARS - CHARS_OF_PART + 1 }, (_, n) => n + 1)
  return `array[${starts.map((n) => `substr(${hexOf(column)}, ${n}, ${CHARS_OF_PART})`).join(', ')}]`
}

/** A part of an id as it may be typed; undefined where no id has it, empty where each has. */
export function idPartIn(typed: string): string | undefined {
  const part = typed.toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{0,32}$/.test(part) ? part : undefined
}

/** Those that cover it, without the ones between. */
function partsOf(part: string): readonly string[] {
  const last = part.length - CHARS_OF_PART
  const starts = Array.from({ length: Math.ceil(last / CHARS_OF_PART) }, (_, n) => n * CHARS_OF_PART)
  return [...starts, last].map((start) => part.slice(start, start + CHARS_OF_PART))
}

/** Whether an id has the part. One or two characters are in so many ids that the first ones read have them. */
export function hasIdPart(column: string, part: string): RawBuilder<boolean> {
  if (part.length === HEX_CHARS) return sql<boolean>`${sql.raw(column)} = ${part}::uuid`
  const isIn = sql<boolean>`${sql.raw(hexOf(column))} like ${`%${part}%`}`
  if (part.length < CHARS_OF_PART) return isIn
  return sql<boolean>`(${sql.raw(idPartsOf(column))} @> ${partsOf(part)}::text[] and ${isIn})`
}
