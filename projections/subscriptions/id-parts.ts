import { sql, type RawBuilder } from 'kysely'

/** A part of an id as it may be typed; undefined where no id has it, empty where each has. */
export function idPartIn(typed: string): string | undefined {
  const part = typed.toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{0,32}$/.test(part) ? part : undefined
}

/** Ids are found by any part of them. They are no personal data, so they need no hashes. */
export const hasIdPart = (column: string, part: string): RawBuilder<boolean> =>
  sql<boolean>`replace(${sql.ref(column)}::text, '-', '') like ${`%${part}%`}`
