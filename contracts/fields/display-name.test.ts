import { expect, test } from 'vitest'
import { displayName, shortName } from './display-name.ts'

const BLANK = { slug: 'antonia', name: '', lastname: '', company: '' }

test.each([
  [{ name: ' Antonia ', lastname: '' }, 'Antonia'],
  [{ name: '', lastname: 'Rivas' }, 'Rivas'],
  [{ company: 'Andes Norte' }, 'Andes Norte'],
  [{}, 'antonia'],
])('a profile with %j is headed «%s»', (details, heading) => {
  expect(displayName({ ...BLANK, ...details })).toBe(heading)
})

test('sentences name the owner by the given names, or by the only name there is', () => {
  expect(shortName({ ...BLANK, name: 'María José', lastname: 'Rivas' })).toBe('María José')
  expect(shortName({ ...BLANK, company: 'Andes Norte' })).toBe('Andes Norte')
})
