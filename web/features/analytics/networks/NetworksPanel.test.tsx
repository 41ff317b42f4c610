// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { analytics, noAnalytics } from '../../../testing/fixtures.ts'
import { NetworksPanel } from './NetworksPanel.tsx'

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
})

test('the best network is named with its percentage', () => {
  show(analytics)
  expect(screen.getByRole('definition').textContent).toBe('WhatsApp · 34,4%')
})

test('without clicks no network is the best', () => {
  show(noAnalytics)
  expect(screen.getAllByText('Sin clics en este período.')).toHaveLength(1)
  expect(screen.getByRole('definition').textContent).toBe('No hay datos suficientes para este período')
})
