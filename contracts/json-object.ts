import type { JsonObject } from './event-store.ts'

/** Whether a value of JSON is an object, and no list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
