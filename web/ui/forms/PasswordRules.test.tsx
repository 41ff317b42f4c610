// @vitest-environment happy-dom
import { passwordFaults } from '@app/contracts/fields/password.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordRules } from './PasswordRules.tsx'

afterEach(cleanup)

const rules = (password: string) => {
  cleanup()
  render(<PasswordRules password={password} />)
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('an empty password lacks exactly the four rules of the list', () => {
  expect(passwordFaults('')).toHaveLength(4)
  expect(rules('')).toEqual([
    '8 caracteres o más: falta',
    'Una mayúscula: falta',
    'Una minúscula: falta',
    'Un número: falta',
  ])
})

test('a password that meets a rule shows it', () => {
  expect(rules('Correcta')).toEqual([
    '8 caracteres o más: listo',
    'Una mayúscula: listo',
    'Una minúscula: listo',
    'Un número: falta',
  ])
})
