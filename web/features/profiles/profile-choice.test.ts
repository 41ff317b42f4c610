import { expect, test } from 'vitest'
import { antonia, diego } from '../../testing/fixtures.ts'
import { chosenProfile, profileNameOf, typedAhead } from './profile-choice.ts'

const daniela = { ...diego, name: 'Daniela' }

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

test('a typed letter goes to the next name that starts with it, going round', () => {
  const profiles = [antonia, diego, daniela]
  expect(typedAhead(profiles, 'd', 0)).toBe(1)
  expect(typedAhead(profiles, 'd', 1)).toBe(2)
  expect(typedAhead(profiles, 'D', 2)).toBe(1)
})

test('more letters narrow the choice', () => {
  expect(typedAhead([antonia, diego, daniela], 'da', 1)).toBe(2)
  expect(typedAhead([antonia, diego], 'x', 0)).toBeUndefined()
})
