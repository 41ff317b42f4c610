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

test.each([
  ['12345678', ['8 caracteres o más: listo', 'Un número: listo']],
  ['Ñ', ['Una mayúscula: listo']],
  ['ñ', ['Una minúscula: listo']],
  [
    'Correcta1',
    ['8 caracteres o más', 'Una mayúscula', 'Una minúscula', 'Un número'].map((rule) => `${rule}: listo`),
  ],
])('%s meets its own rules and no others', (password, met) => {
  expect(rules(password).filter((rule) => rule?.endsWith(': listo'))).toEqual(met)
})
