import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCodeSeals } from './code-seals.ts'
import { CODE_SEALS, derivedIdKeys } from '../kernel/keys/testing/names.ts'

const CODE = 'ABCD-EFGH-JKMN'

test('a sealed code opens for the stream that it was sealed for', () => {
  const sealed = CODE_SEALS.seal('one', CODE)
  expect(sealed).not.toContain('ABCD')
  expect(CODE_SEALS.open('one', sealed)).toBe(CODE)
})

test('it opens for no other stream, under no other key, and not once it was changed', () => {
  const sealed = CODE_SEALS.seal('one', CODE)
  const others = createCodeSeals(derivedIdKeys(Buffer.alloc(32, 'another master key')), randomBytes)
  const changed = Buffer.from(sealed, 'base64')
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1)
  expect(() => CODE_SEALS.open('two', sealed)).toThrow()
  expect(() => others.open('one', sealed)).toThrow()
  expect(() => CODE_SEALS.open('one', changed.toString('base64'))).toThrow()
})
