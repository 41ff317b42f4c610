import { expect } from 'vitest'
import { isJsonObject } from './event-store.ts'
import { testTable } from '../tests/support/every.ts'

testTable([
  ['{}', true],
  ['{"length":0}', true],
  ['[]', false],
  ['null', false],
  ['"{}"', false],
  ['1', false],
  ['true', false],
])('only an object is one', (json, is) => {
  expect(isJsonObject(JSON.parse(json))).toBe(is)
})
