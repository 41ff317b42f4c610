import { expect, test } from 'vitest'
import { excludedActsText, excludedVisitsText } from './AnalyticsHelp.tsx'

test('excluded facts are listed by reason', () => {
  expect(excludedVisitsText({ own: 1, repeat: 2, robot: 12, preview: 3 })).toBe(
    'No contadas: 12 robots, 3 vistas previas, 2 repeticiones, 1 propia',
  )
})

test('reasons without visits are left out', () => {
  expect(excludedVisitsText({ robot: 1, preview: 0 })).toBe('No contadas: 1 robot')
})

test('when every visit counted there is no text', () => {
  expect(excludedVisitsText({})).toBeUndefined()
  expect(excludedVisitsText({ robot: 0 })).toBeUndefined()
})

test('clicks and contacts are spoken of in their own gender', () => {
  expect(excludedActsText({ repeat: 2, own: 1, excess: 3 })).toBe(
    'No contados: 2 repeticiones, 1 propio, 3 en exceso',
  )
})
