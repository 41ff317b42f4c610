// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../testing/fixtures.ts'
import { fakeApi, showAt } from '../../testing/screen.tsx'
import { LoginScreen } from './LoginScreen.tsx'

const api = fakeApi()
const onSignedIn = vi.fn()
const LOGIN = '*/api/auth/login'

beforeEach(() => onSignedIn.mockReset())

async function signIn(password = 'Correcta1') {
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'antonia@andesnorte.cl')
  await userEvent.type(screen.getByLabelText('Contraseña'), `${password}{Enter}`)
}

test('signing in hands over the session', async () => {
  let sent: unknown
  api.use(
    http.post(LOGIN, async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(session)
    }),
  )
  showAt('/login', <LoginScreen onSignedIn={onSignedIn} />)
  await signIn()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(session))
  expect(sent).toEqual({ email: 'antonia@andesnorte.cl', password: 'Correcta1' })
})

test('while signing in the button says so and a second press does nothing', async () => {
  let calls = 0
  api.use(
    http.post(LOGIN, async () => {
      calls += 1
      await delay(60)
      return HttpResponse.json(session)
    }),
  )
  showAt('/login', <LoginScreen onSignedIn={onSignedIn} />)
  await signIn()
  await userEvent.click(await screen.findByRole('button', { name: 'Entrando...' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(calls).toBe(1)
})

test('a refusal shows what the server says and keeps what was typed', async () => {
  const refusal = { detail: 'Correo o contraseña incorrectos.', code: 'wrong-credentials' }
  api.use(http.post(LOGIN, () => HttpResponse.json(refusal, { status: 401 })))
  showAt('/login', <LoginScreen onSignedIn={onSignedIn} />)
  await signIn('Equivocada1')
  expect((await screen.findByRole('alert')).textContent).toBe(refusal.detail)
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('Equivocada1')
  expect(onSignedIn).not.toHaveBeenCalled()
})

test('a server that says nothing leaves the fixed words', async () => {
  api.use(http.post(LOGIN, () => HttpResponse.error()))
  showAt('/login', <LoginScreen onSignedIn={onSignedIn} />)
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
})

test('sending an empty form asks nothing of the server and goes to the first field', async () => {
  showAt('/login', <LoginScreen onSignedIn={onSignedIn} />)
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  const email = screen.getByLabelText('Correo electrónico')
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Completa este campo.')).toHaveLength(2)
})

test('the password can be shown and hidden', async () => {
  showAt('/login', <LoginScreen onSignedIn={onSignedIn} />)
  const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(password.type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
  expect(password.type).toBe('password')
})
