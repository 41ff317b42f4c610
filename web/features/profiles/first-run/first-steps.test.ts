import { expect, test } from 'vitest'
import { analytics, antonia, noAnalytics } from '../../../testing/fixtures.ts'
import { firstStepsOf, hasBeenTapped } from './first-steps.ts'

const bare = { ...antonia, custom_link_title: '' }

test('a photo and a link are separate steps', () => {
  expect(firstStepsOf(bare)).toEqual({ hasPhoto: false, hasLinks: false })
  expect(firstStepsOf({ ...bare, profile_image: 'a', linkedin: 'ana' })).toEqual({
    hasPhoto: true,
    hasLinks: true,
  })
})

test('a link is what the page shows as a button: no phone, and an own link only with its title', () => {
  const hasLinks = (more: object) => firstStepsOf({ ...bare, ...more }).hasLinks
  expect(hasLinks({ phone: '+56 9 1234 5678' })).toBe(false)
  expect(hasLinks({ custom_link: 'https://a.example' })).toBe(false)
  expect(hasLinks({ custom_link: 'https://a.example', custom_link_title: 'Agenda' })).toBe(true)
  expect(hasLinks({ email: 'ana@a.example' })).toBe(true)
})

test('a tap is one of anybody, also of the owner, and none of a robot', () => {
  const excluded = (visits: object) => ({
    ...noAnalytics,
    excluded_by_reason: { ...noAnalytics.excluded_by_reason, visits } as never,
  })
  expect(hasBeenTapped(analytics)).toBe(true)
  expect(hasBeenTapped(noAnalytics)).toBe(false)
  expect(hasBeenTapped(excluded({ own: 1 }))).toBe(true)
  expect(hasBeenTapped(excluded({ robot: 4, preview: 2 }))).toBe(false)
})
