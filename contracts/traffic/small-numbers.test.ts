import { expect, test } from 'vitest'
import { clearBest } from './small-numbers.ts'

const none = { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 0 }

test.each([
  [{ email: 3, website: 3 }, undefined],
  [{ email: 4 }, undefined],
  [{ email: 3, website: 2 }, 'email'],
])('of clicks %j the clear best is %s: none at a tie, or under five clicks', (clicks, best) => {
  const figures = {
    most_effective_platform: 'email',
    social_clicks: { ...none, ...clicks },
    social_clicks_total: Object.values(clicks).reduce((sum, count) => sum + count, 0),
  } as const
  expect(clearBest(figures)).toBe(best)
})
