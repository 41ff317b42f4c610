import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contractForClient, READ_OF_CALLS } from './contracts-for-client.ts'

test('a call keeps what screens read of it, and what it takes from others', () => {
  const code = `export const get = call({
  ...SHARED,
  method: 'get',
  path: '/a',
  summary: 'It says: answer, path',
  body: z.object({ a: z.string().meta({ description: 'b' }) }),
  answer: z.object({ path: z.string() }),
  refusals: ['invalid'],
})`
  expect(contractForClient(code).replaceAll(/\s+/g, ' ')).toBe(
    `export const get = call({ ...SHARED, path: '/a', answer: z.object({ path: z.string() }), })`,
  )
  expect(contractForClient('call({ path: 1, limit: 2 })').replaceAll(' ', '')).toBe('call({path:1,})')
})

test('checks of a schema stay; its descriptions for the API’s document are removed', () => {
  expect(
    contractForClient(
      `const a = z.object({ b: z.string().max(3).meta({ id: 'B' }).optional().meta({ c: 1 }) }).meta({ id: 'A' })`,
    ),
  ).toBe(`const a = z.object({ b: z.string().max(3).optional() })`)
  const others = `const meta = call(b); c.call({ method: 1 }); import.meta.url; d.meta(); recall({ method: 1 })`
  expect(contractForClient(others)).toBe(others)
})

const CALL = /(?<!typeof )\b(?:(?:get|post|put|delete)[A-Z]\w*|me)\.(\w+)/g
const FIELDS_OF_CALLS = new Set(
  readFileSync(join(import.meta.dirname, '../contracts/api/call.ts'), 'utf8').match(
    /(?<=^ {2}readonly )\w+/gm,
  ),
)

test('no screen reads anything else of a call', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing|node_modules/.test(file),
  )
  const read = files.flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8')
    if (!code.includes('@app/contracts/api/')) return []
    return [...code.matchAll(CALL)]
      .map(([, field = '']) => field)
      .filter((field) => FIELDS_OF_CALLS.has(field))
  })
  expect(new Set(read)).toEqual(new Set(READ_OF_CALLS))
})
