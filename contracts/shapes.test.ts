import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALLS } from './api/calls.ts'
import { CATALOGUE } from './events/catalogue.ts'

type Shape = z.core.JSONSchema.BaseSchema

/** Schemas that others refer to. */
const named = new Map<string, Shape>()

/** A line for each value that a schema describes: its place and its bounds. */
function linesOf(place: string, { $defs = {}, properties, items, ...bounds }: Shape): readonly string[] {
  for (const [name, shape] of Object.entries($defs)) named.set(name, shape)
  const { $schema: _, description: _text, additionalProperties: _more, required = [], ...rest } = bounds
  if (rest.format !== undefined) delete rest.pattern
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    linesOf(`${place}.${name}${required.includes(name) ? '' : '?'}`, field as Shape),
  )
  const each = items === undefined ? [] : linesOf(`${place}[]`, items as Shape)
  return properties === undefined ? [`${place} ${JSON.stringify(rest)}`, ...each] : fields
}

const shapeOf = (place: string, schema: z.ZodType, io: 'input' | 'output') =>
  linesOf(place, z.toJSONSchema(schema, { io, unrepresentable: 'any' }))

test('calls and stored events are those written down [LOG-4]', async () => {
  const lines = CALLS.flatMap(({ method, path, summary: _, params, query, body, answer, ...others }) => [
    `${method} ${path} ${JSON.stringify(others)}`,
    ...Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      shapeOf(`  ${part}`, schema, 'input'),
    ),
    ...shapeOf('  answer', answer, 'output'),
  ])
  for (const { type, version, written, purposes } of CATALOGUE.values())
    lines.push(`${type} ${version} ${JSON.stringify(purposes)}`, ...shapeOf('  data', written, 'output'))
  for (const [name, shape] of named) lines.push(name, ...linesOf('  ', shape))
  await expect(lines.join('\n')).toMatchFileSnapshot('shapes.txt')
})
