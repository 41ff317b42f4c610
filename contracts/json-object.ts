import type { JsonObject } from './event-store.ts'

/** Of a value that came out of JSON: an object, and no list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
