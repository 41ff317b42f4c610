// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { RemindersPanel } from './RemindersPanel.tsx'

afterEach(cleanup)
const figures = () => screen.getAllByRole('definition').map(({ parentElement }) => parentElement?.textContent)

test('waiting and converted subscribers are two figures', () => {
  render(<RemindersPanel reminders={{ active: 1204, converted: 1 }} />)
  expect(figures()).toEqual(['activos1.204', 'convertido1'])
})

test('one press explains the counts', async () => {
  render(<RemindersPanel reminders={{ active: 0, converted: 0 }} />)
  await userEvent.click(screen.getByRole('button', { name: '¿Cómo se calcula? Recordatorios' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('De quienes pidieron un recordatorio')
})
