// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { antonia, diego } from '../../testing/fixtures.ts'
import { ProfileSwitch } from './ProfileSwitch.tsx'

const onChoose = vi.fn()

beforeEach(async () => {
  onChoose.mockReset()
  render(<ProfileSwitch profiles={[antonia, diego]} chosen={antonia} onChoose={onChoose} />)
  await userEvent.click(screen.getByRole('button', { name: /Cambiar de perfil/ }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the list opens on the chosen profile', () => {
  const chosen = screen.getByRole('option', { selected: true })
  expect(chosen.textContent).toContain('Antonia Rivas Soto')
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(chosen.id)
})

test('a click chooses and closes', async () => {
  await userEvent.click(screen.getByRole('option', { name: /Diego Sanhueza/ }))
  expect(onChoose).toHaveBeenCalledWith(diego)
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('arrows move and Enter chooses', async () => {
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledWith(diego)
})

test('typing a name goes to it', async () => {
  await userEvent.keyboard('di{Enter}')
  expect(onChoose).toHaveBeenCalledWith(diego)
})

test('Escape closes without choosing and the focus goes back', async () => {
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onChoose).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Cambiar de perfil/ }))
})
