import { expect, test } from 'vitest'
import { displayName, shortName } from './display-name.ts'
import { testTable } from '../../tests/support/every.ts'

const BLANK = { slug: 'antonia', name: '', lastname: '', company: '' }

testTable([
  [{ name: ' Antonia ', lastname: '' }, 'Antonia'],
  [{ name: '', lastname: 'Rivas' }, 'Rivas'],
  [{ company: 'Andes Norte' }, 'Andes Norte'],
  [{}, 'antonia'],
])('a profile is headed by the first name that it has', (details, heading) => {
  expect(displayName({ ...BLANK, ...details })).toBe(heading)
})

test('sentences name the owner by the given names, or by the only name there is', () => {
  expect(shortName({ ...BLANK, name: 'María José', lastname: 'Rivas' })).toBe('María José')
  expect(shortName({ ...BLANK, company: 'Andes Norte' })).toBe('Andes Norte')
})
