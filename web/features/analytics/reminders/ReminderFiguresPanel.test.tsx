// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ReminderFiguresPanel } from '../LowerPanels.tsx'

afterEach(cleanup)
const figures = () => screen.getAllByRole('definition').map(({ parentElement }) => parentElement?.textContent)

test('who waits for a reminder and who converted are two figures', () => {
  render(<ReminderFiguresPanel reminders={{ active: 1204, converted: 1 }} />)
  expect(figures()).toEqual(['activos1.204', 'convertido1'])
})
