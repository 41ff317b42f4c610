import { z } from 'zod'

export type Json = Record<string, unknown>

/** Named schemas of the document: those with an id, wherever they are used. */
export type Components = Record<string, Json>

/** A schema as JSON; what it defines by name goes among the document's components, where its references lead. */
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
