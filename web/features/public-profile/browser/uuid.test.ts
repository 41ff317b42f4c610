import { z } from 'zod'
import { expect, test } from 'vitest'
import { isId, newId } from './uuid.ts'

test('ids are what the calls accept', () => {
  for (let times = 0; times < 200; times += 1) expect(z.uuid().safeParse(newId()).success).toBe(true)
  expect(newId()).not.toBe(newId())
})

test('an id is told from other text', () => {
  expect(isId(newId())).toBe(true)
  for (const other of ['', 'x', null, undefined, 7, `${newId()}x`]) expect(isId(other)).toBe(false)
})
