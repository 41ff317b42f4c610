import { z } from 'zod'
import { expect, test } from 'vitest'
import { isId, newUuid } from './random-uuid.ts'

test('ids are what the calls accept', () => {
  for (let times = 0; times < 200; times += 1) expect(z.uuid().safeParse(newUuid()).success).toBe(true)
  expect(newUuid()).not.toBe(newUuid())
})

test('an id is distinguished from other text', () => {
  expect(isId(newUuid())).toBe(true)
  for (const other of ['', 'x', null, undefined, 7, `${newUuid()}x`]) expect(isId(other)).toBe(false)
})
