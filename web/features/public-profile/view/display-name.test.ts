import { expect, test } from 'vitest'
import { ANTONIA, BLANK } from '../sample-profile.ts'
import { displayName, shortName } from './display-name.ts'

test.each([
  [{ name: ' Antonia ', lastname: '' }, 'Antonia'],
  [{ name: '', lastname: 'Rivas' }, 'Rivas'],
  [{ company: 'Andes Norte' }, 'Andes Norte'],
  [{}, 'antonia'],
])('a profile with %j is headed «%s»', (details, heading) => {
  expect(displayName({ ...BLANK, ...details })).toBe(heading)
})

test('sentences name the owner by the given names, or by the only name there is', () => {
  expect(shortName({ ...ANTONIA, name: 'María José' })).toBe('María José')
  expect(shortName({ ...BLANK, company: 'Andes Norte' })).toBe('Andes Norte')
})
