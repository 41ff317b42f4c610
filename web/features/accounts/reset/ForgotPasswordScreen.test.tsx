// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { enterText } from '../../../testing/enter-text.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { ForgotPasswordScreen } from './ForgotPasswordForm.tsx'

const api = fakeApi()
const FORGOT = '*/api/auth/forgot-password'
const message = 'Si el correo existe, te enviamos un enlace.'

beforeEach(() => void showAt('/auth/forgot-password', <ForgotPasswordScreen />))

const email = () => screen.getByLabelText<HTMLInputElement>('Correo electrónico')

test('after success the screen names the spam folder, and leads back', async () => {
  const asked: unknown[] = []
  api.use(
    http.post(FORGOT, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ message })
    }),
  )
  await enterText(email(), ' antonia@andesnorte.cl', '{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(message)
  await screen.findByText(/revisa la carpeta de spam/)
  expect(screen.getAllByText('antonia@andesnorte.cl')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Volver al inicio de sesión' }))
  expect(address()).toBe('/login')
  expect(asked).toEqual([{ email: 'antonia@andesnorte.cl' }])
})

test('an empty e-mail cannot be sent, and a text that is none is refused at the field', async () => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar enlace' })
  expect(button().disabled).toBe(true)
  await userEvent.type(email(), '  ')
  expect(button().disabled).toBe(true)
  await userEvent.type(email(), 'a')
  expect(button().disabled).toBe(false)
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByText('Escribe un correo válido, por ejemplo nombre@empresa.cl.')).toHaveLength(1)
  expect(document.activeElement).toBe(email())
})
