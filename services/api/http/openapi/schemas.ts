import { z } from 'zod'

export type Json = Record<string, unknown>

export type Components = Record<string, Json>

/** Definitions with an id go to `components`, where the references point. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & {
    $defs?: Components
  }
  const toComponents = (part: Json): Json =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  for (const [name, definition] of Object.entries($defs)) components[name] = toComponents(definition)
  return toComponents(json)
}
