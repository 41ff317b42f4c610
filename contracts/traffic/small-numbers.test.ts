import { expect, test } from 'vitest'
import { clearBest, noBestText } from './small-numbers.ts'

const none = { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 0 }

test.each([
  [{ email: 3, website: 3 }, undefined, 'Ninguna: hay un empate'],
  [{ email: 4 }, undefined, 'No hay datos suficientes para este período'],
  [{ email: 3, website: 2 }, 'email', undefined],
])('of clicks %j the clear best is %s: none at a tie, or under five clicks', (clicks, best, reason) => {
  const figures = {
    most_effective_platform: 'email',
    social_clicks: { ...none, ...clicks },
    social_clicks_total: Object.values(clicks).reduce((sum, count) => sum + count, 0),
  } as const
  expect(clearBest(figures)).toBe(best)
  if (reason !== undefined) expect(noBestText(figures.social_clicks_total)).toBe(reason)
})
