import type { JsonObject, JsonValue } from './event-store.ts'

/** Whether a value of JSON is an object, and no list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOrEmpty = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
