import { PRODUCT } from '@app/contracts/product.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ScreenTitle } from './ScreenFrame.tsx'

test('the first screen names the window and leaves the focus; later ones take it and are read out', () => {
  document.body.insertAdjacentHTML('beforeend', '<p id="announcer" role="status"></p>')
  render(<ScreenTitle text="Uno" />)
  expect(document.title).toBe(`Uno · ${PRODUCT.name}`)
  expect(document.activeElement).toBe(document.body)
  cleanup()
  render(<ScreenTitle text="Dos" screen="Segunda" />)
  expect(document.title).toBe(`Segunda · ${PRODUCT.name}`)
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(document.getElementById('announcer')?.textContent).toBe('Dos')
})
