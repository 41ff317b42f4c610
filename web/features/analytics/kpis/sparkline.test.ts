import { expect, test } from 'vitest'
import { areaPath, sparklinePath } from './KpiCards.tsx'

test('the best value touches the top and zero the ground, to which the area goes down', () => {
  expect(sparklinePath([0, 10])).toBe('M0 36C150 36 150 4 300 4')
  expect(sparklinePath([0, 0])).toBe('M0 36C150 36 150 36 300 36')
  expect(areaPath('M0 4')).toBe('M0 4L300 40L0 40Z')
})
