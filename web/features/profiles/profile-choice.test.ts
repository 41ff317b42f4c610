import { expect, test } from 'vitest'
import { antonia, diego } from '../../testing/fixtures.ts'
import { chosenProfile, profileNameOf } from './profile-choice.ts'

test('the address chooses the profile, and an unknown one leaves the first', () => {
  expect(chosenProfile([antonia, diego], diego.id)).toBe(diego)
  expect(chosenProfile([antonia, diego], null)).toBe(antonia)
  expect(chosenProfile([antonia, diego], 'gone')).toBe(antonia)
  expect(chosenProfile([], null)).toBeUndefined()
})

test('a profile without a name goes by its slug', () => {
  expect(profileNameOf(diego)).toBe('Diego Sanhueza')
  expect(profileNameOf({ name: '', lastname: '', slug: 'demo' })).toBe('demo')
})
