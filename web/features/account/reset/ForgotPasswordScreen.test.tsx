// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { refused } from '../../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { ForgotPasswordScreen } from './ForgotPasswordScreen.tsx'

const api = fakeApi()
const FORGOT = '*/api/auth/forgot-password'
const message = 'Si el correo existe, te enviamos un enlace.'

beforeEach(() => void showAt('/auth/forgot-password', <ForgotPasswordScreen />))

const email = () => screen.getByLabelText<HTMLInputElement>('Correo electrónico')

test('the server’s message is shown, and the way back', async () => {
  api.use(http.post(FORGOT, () => HttpResponse.json({ message })))
  await userEvent.type(email(), 'antonia@andesnorte.cl{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(message)
  await userEvent.click(screen.getByRole('button', { name: 'Volver al inicio de sesión' }))
  expect(address()).toBe('/login')
})

test('after success the screen names the spam folder, and can send the link again', async () => {
  const asked: unknown[] = []
  api.use(
    http.post(FORGOT, async ({ request }) => {
      asked.push(await request.json())
      return asked.length === 3 ? refused('too-many', { retryAfter: 60 }) : HttpResponse.json({ message })
    }),
  )
  await userEvent.type(email(), ' antonia@andesnorte.cl{Enter}')
  await screen.findByText(/revisa la carpeta de spam/)
  expect(screen.getAllByText('antonia@andesnorte.cl')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar el enlace' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`Reenviado. ${message}`))
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar el enlace' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Demasiados intentos/)
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ email: 'antonia@andesnorte.cl' })))
})

test('nothing can be sent while the e-mail is empty', async () => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar enlace' })
  expect(button().disabled).toBe(true)
  await userEvent.type(email(), '  ')
  expect(button().disabled).toBe(true)
  await userEvent.type(email(), 'a')
  expect(button().disabled).toBe(false)
})

test('a text that is no e-mail is shown at the field and not sent', async () => {
  await userEvent.type(email(), 'antonia{Enter}')
  expect(screen.getAllByText('Escribe un correo válido, por ejemplo nombre@empresa.cl.')).toHaveLength(1)
  expect(document.activeElement).toBe(email())
})

test('while it is sent the button shows it', async () => {
  const gate = createGate()
  api.use(
    http.post(FORGOT, async () => {
      await gate.opened
      return HttpResponse.json({ message })
    }),
  )
  await userEvent.type(email(), 'antonia@andesnorte.cl{Enter}')
  await screen.findByRole('button', { name: 'Enviando...' })
  gate.open()
  await screen.findByText(message)
})

test.each([
  ['nothing', () => HttpResponse.error(), 'Error al enviar el enlace'],
  [
    'too many',
    () => refused('too-many', { retryAfter: 3_600 }),
    'Demasiados intentos. Prueba en 60 minutos.',
  ],
  ['its reason', () => refused('unavailable', { detail: 'Ahora no.' }), 'Ahora no.'],
])('the server’s answer %s is shown, and the e-mail stays', async (_what, answer, text) => {
  api.use(http.post(FORGOT, answer))
  await userEvent.type(email(), 'antonia@andesnorte.cl{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  expect(email().value).toBe('antonia@andesnorte.cl')
})
