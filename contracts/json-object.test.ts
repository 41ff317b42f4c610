import { expect, test } from 'vitest'
import { isJsonObject } from './json-object.ts'

test.each([
  ['{}', true],
  ['{"length":0}', true],
  ['[]', false],
  ['null', false],
  ['"{}"', false],
  ['1', false],
  ['true', false],
])('%s is an object: %s', (json, is) => {
  expect(isJsonObject(JSON.parse(json))).toBe(is)
})
