import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import { setWindowWidth } from '../../../testing/window-width.ts'
import { LivePreview, PreviewedForm } from './LivePreview.tsx'
import { press } from '../../../testing/screen.tsx'

beforeEach(() => setWindowWidth(1_440))
const page = (): ShadowRoot | undefined =>
  [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot !== null)?.shadowRoot ?? undefined
const shownIn = (selector: string) => page()?.querySelector(selector)?.textContent

test('empty fields of a profile show a sample, and filled ones stay', () => {
  const empty = { ...antonia, name: ' ', lastname: '', custom_link_title: '' }
  const { rerender } = render(<LivePreview profile={empty} sample />)
  expect([shownIn('.name'), shownIn('.role'), shownIn('.tile b')]).toEqual([
    'Tu nombre',
    'Tu cargo',
    'Botón de ejemplo',
  ])
  const filled = { ...antonia, name: '', position: 'Gerenta', email: 'antonia@andesnorte.cl' }
  rerender(<LivePreview profile={filled} sample />)
  expect([shownIn('.name'), shownIn('.role'), shownIn('.tile b')]).toEqual(['Rivas Soto', 'Gerenta', 'Email'])
})

test('from 900 px on the form stands beside the phone; below, a button opens it, and the focus returns there', async () => {
  setWindowWidth(900)
  render(<PreviewedForm profile={antonia}>el formulario</PreviewedForm>)
  expect(screen.getAllByRole('complementary', { name: 'Vista previa' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Vista previa' })).toBeNull()
  cleanup()
  setWindowWidth(390)
  render(<PreviewedForm profile={antonia}>el formulario</PreviewedForm>)
  expect(page()).toBeUndefined()
  const opener = screen.getByRole('button', { name: 'Vista previa' })
  await userEvent.click(opener)
  const sheet = within(screen.getByRole('dialog', { name: 'Vista previa' }))
  expect(shownIn('.name')).toBe('Antonia Rivas Soto')
  await press('Cerrar', sheet)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})
