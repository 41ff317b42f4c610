import { expect } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { derivedId } from './ids.ts'

testTable([
  ['demo profile', '22d1b2e1-75f8-5726-8951-cca387bab1ce'],
  [new TextEncoder().encode('demo profile'), '22d1b2e1-75f8-5726-8951-cca387bab1ce'],
  [Buffer.from('before|demo profile|after').subarray(7, 19), '22d1b2e1-75f8-5726-8951-cca387bab1ce'],
  ['línea ñ\n1', 'e900fb5e-c85d-5dcc-b4c6-bab416892d6a'],
  [Buffer.from('línea ñ\n1'), 'e900fb5e-c85d-5dcc-b4c6-bab416892d6a'],
])(
  'an id that is derived of some bytes is the same for ever, so that a second import is recognised',
  (name, id) => {
    expect(derivedId(name)).toBe(id)
  },
)
