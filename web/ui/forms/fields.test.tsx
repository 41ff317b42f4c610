// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordRules } from './fields.tsx'

test('each of the four rules shows whether the password meets it', () => {
  const { rerender } = render(<PasswordRules password="" />)
  const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const RULES = ['8 caracteres o más', 'Una mayúscula', 'Una minúscula', 'Un número']
  expect(rules()).toEqual(RULES.map((rule) => `${rule}: falta`))
  rerender(<PasswordRules password="Correcta" />)
  expect(rules()).toEqual(RULES.map((rule, at) => `${rule}: ${at < 3 ? 'listo' : 'falta'}`))
})
