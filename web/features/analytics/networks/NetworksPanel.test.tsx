// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { analytics, noAnalytics } from '../../../testing/fixtures.ts'
import { NetworksPanel, networkRows } from './NetworksPanel.tsx'

const show = (data: typeof analytics) => render(<NetworksPanel {...data} customTitle="Agenda una reunión" />)

afterEach(cleanup)

test('each network has its clicks and its percentage, and these add up to 100,0', () => {
  show(analytics)
  expect(screen.getAllByText('622 clics')).toHaveLength(1)
  expect(screen.getByText('WhatsApp').closest('li')?.textContent).toBe('WhatsApp21434,4%')
  const tenths = screen
    .getAllByText(/^\d+,\d%$/)
    .map(({ lastChild }) => Number(lastChild?.textContent?.replace(/[,%]/g, '')))
  expect(tenths).toHaveLength(7)
  expect(tenths.reduce((sum, share) => sum + share, 0)).toBe(1_000)
  expect(screen.getByRole('definition').textContent).toBe('WhatsApp · 34,4%')
})

test('without clicks no network is the best', () => {
  show(noAnalytics)
  expect(screen.getAllByText('Sin clics en este período.')).toHaveLength(1)
  expect(screen.getByRole('definition').textContent).toBe('No hay datos suficientes para este período')
})

const none = { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 0 }

testTable([
  [
    analytics.social_clicks,
    ['WhatsApp', 'LinkedIn', 'Instagram', 'Email', 'Facebook', 'Sitio Web', 'Agenda'],
  ],
  [{ ...none, whatsapp: 2, facebook: 2 }, ['Facebook', 'WhatsApp']],
  [none, []],
])('networks that were clicked are sorted by clicks, then by name', (clicks, names) =>
  expect(networkRows(clicks, 'Agenda').map(({ name }) => name)).toEqual(names),
)

test('each is measured against the best', () => {
  const [best, second] = networkRows(analytics.social_clicks, '')
  expect(best).toMatchObject({ count: 214, share: 34.4, relative: 1 })
  expect(second?.relative).toBeCloseTo(142 / 214)
})
