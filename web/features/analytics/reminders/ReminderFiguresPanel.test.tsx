// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ReminderFiguresPanel } from './ReminderFiguresPanel.tsx'

afterEach(cleanup)
const figures = () => screen.getAllByRole('definition').map(({ parentElement }) => parentElement?.textContent)

test('who waits for a reminder and who converted are two figures', () => {
  render(<ReminderFiguresPanel reminders={{ active: 1204, converted: 1 }} />)
  expect(figures()).toEqual(['activos1.204', 'convertido1'])
})

test('what they count is one press away', async () => {
  render(<ReminderFiguresPanel reminders={{ active: 0, converted: 0 }} />)
  await userEvent.click(screen.getByRole('button', { name: '¿Cómo se calcula? Recordatorios' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('De quienes pidieron un recordatorio')
})
