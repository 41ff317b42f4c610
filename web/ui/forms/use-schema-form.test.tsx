import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { EmailField, PasswordRules, TextField } from './fields.tsx'
import { useSchemaForm } from './use-schema-form.ts'

const send = vi.fn<() => Promise<{ readonly email: string } | undefined>>()
const EMPTY = 'Completa este campo.'
const SAME = 'Es igual al nombre.'
const schema = z
  .object({ name: z.string().min(3, EMPTY), email: z.string().min(3, EMPTY) })
  .refine(({ name, email }) => email !== name, { path: ['email'], message: SAME })

function Sample() {
  const form = useSchemaForm({ schema, initial: { name: '', email: '' }, send })
  return (
    <form {...form.props}>
      <TextField label="Nombre" {...form.field('name', 'email')} />
      <EmailField form={form} label="Correo" {...form.field('email')} />
      <button type="submit">{form.sending ? 'Enviando...' : 'Enviar'}</button>
      <output>{form.changed ? 'changed' : 'as it was answered'}</output>
    </form>
  )
}

beforeEach(() => {
  send.mockReset()
  send.mockResolvedValue(undefined)
  render(<Sample />)
})
const name = () => screen.getByLabelText('Nombre')
const faults = () => screen.queryAllByText(EMPTY)

test('a field is validated once it was left with a text, and from then on while it changes', async () => {
  await userEvent.click(name())
  await userEvent.tab()
  expect(faults()).toHaveLength(0)
  await userEvent.type(name(), 'a')
  expect(faults()).toHaveLength(0)
  await userEvent.tab()
  expect(faults()).toHaveLength(1)
  await userEvent.type(name(), 'na')
  expect(faults()).toHaveLength(0)
})

/** A schema is applied by promises alone, which end before this turn of the event loop. */
const validated = () => act(() => nextTurn())

test('nothing moves while a button is pressed: the click would miss it', async () => {
  await userEvent.type(name(), 'a')
  const button = screen.getByRole('button')
  fireEvent.pointerDown(button)
  fireEvent.blur(name())
  await validated()
  expect(faults()).toHaveLength(0)
  fireEvent.pointerUp(button)
  expect(faults()).toHaveLength(0)
  expect(await screen.findAllByText(EMPTY)).toHaveLength(1)
})

test('a field that depends on another is validated with it, once it was left itself', async () => {
  const email = screen.getByLabelText('Correo')
  const isSame = () => screen.queryByText(SAME) !== null
  await userEvent.type(name(), 'Ana')
  await userEvent.tab()
  await userEvent.type(name(), ' R')
  expect(faults()).toHaveLength(0)
  await userEvent.type(email, 'Ana R')
  await userEvent.tab()
  expect(isSame()).toBe(true)
  await userEvent.type(name(), 'i')
  expect(isSame()).toBe(false)
  await userEvent.type(name(), '{Backspace}')
  expect(isSame()).toBe(true)
})

test('a form that is being sent is not sent again', async () => {
  send.mockImplementation(() => new Promise(() => undefined))
  await userEvent.type(name(), 'Ana')
  await userEvent.type(screen.getByLabelText('Correo'), 'a@b.cl{Enter}{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
})

test('a refused field shows it until it is changed', async () => {
  send.mockResolvedValue({ email: 'Ese correo no sirve.' })
  await userEvent.type(name(), 'Antonia')
  await userEvent.type(screen.getByLabelText('Correo'), 'a@b.cl{Enter}')
  await screen.findByText('Ese correo no sirve.')
  expect(document.activeElement).toBe(screen.getByLabelText('Correo'))
  await userEvent.type(name(), ' Rivas')
  expect(screen.queryByText('Ese correo no sirve.')).not.toBeNull()
  await userEvent.type(screen.getByLabelText('Correo'), 'x')
  expect(screen.queryByText('Ese correo no sirve.')).toBeNull()
})

test('it is as it was answered until something is typed, and what is typed meanwhile waits for the answer too', async () => {
  let answer = (_faults: undefined): void => undefined
  send.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const state = () => screen.getByRole('status').textContent
  await userEvent.type(name(), 'Antonia')
  await userEvent.type(screen.getByLabelText('Correo'), 'a@b.cl{Enter}')
  await userEvent.type(name(), ' Rivas')
  expect(state()).toBe('changed')
  await act(async () => answer(undefined))
  expect(state()).toBe('as it was answered')
  await userEvent.type(name(), ' S')
  expect(state()).toBe('changed')
})

test('each of the four rules shows whether the password meets it', () => {
  const { rerender } = render(<PasswordRules password="" />)
  const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const RULES = ['8 caracteres o más', 'Una mayúscula', 'Una minúscula', 'Un número']
  expect(rules()).toEqual(RULES.map((rule) => `${rule}: falta`))
  rerender(<PasswordRules password="Correcta" />)
  expect(rules()).toEqual(RULES.map((rule, at) => `${rule}: ${at < 3 ? 'listo' : 'falta'}`))
})
