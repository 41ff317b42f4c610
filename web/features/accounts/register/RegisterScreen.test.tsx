// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { enterText } from '../../../testing/enter-text.ts'
import { newcomer, sessionOf } from '../../../testing/fixtures.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { RegisterScreen } from './RegisterScreen.tsx'

const api = fakeApi()
const REGISTER = '*/api/auth/register'
const FILLED = { name: 'Antonia Rivas', email: 'antonia@andesnorte.cl', password: 'Correcta1' }

let sent: unknown[] = []
let keys: (string | null)[] = []

function answering(...answers: readonly (() => Response | Promise<Response>)[]) {
  const left = [...answers]
  api.use(
    http.post(REGISTER, async ({ request }) => {
      sent.push(await request.json())
      keys.push(request.headers.get('idempotency-key'))
      return (left.length > 1 ? left.shift() : left[0])?.() ?? HttpResponse.error()
    }),
  )
}
const registered = () => HttpResponse.json(sessionOf(newcomer))

beforeEach(() => {
  sent = []
  keys = []
  api.use(
    http.get('*/api/auth/methods', () => HttpResponse.json({ password: true, external: { name: 'Google' } })),
  )
  showAt('/register', <RegisterScreen />)
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name = 'Crear cuenta') => userEvent.click(screen.getByRole('button', { name }))

async function fill({ name, email, password } = FILLED) {
  await enterText(field('Nombre completo'), name)
  await enterText(field('Correo electrónico'), email)
  await enterText(field('Contraseña'), password)
}

test('registering begins a session; meanwhile the button shows it and a second press does nothing', async () => {
  const gate = createGate()
  answering(async () => {
    await gate.opened
    return registered()
  })
  await fill({ ...FILLED, name: ' Antonia Rivas ', email: ' antonia@andesnorte.cl' })
  await press()
  await press('Creando...')
  gate.open()
  await waitFor(() => expect(address()).toBe('/activate'))
  expect(sent).toEqual([FILLED])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('a try that nobody answered is sent again under the same key, another content under another [SCR-3]', async () => {
  answering(
    () => HttpResponse.error(),
    () => refused('unavailable'),
    registered,
  )
  await fill()
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed')
  await press()
  await screen.findByText(detailOf('unavailable'))
  expect(new Set(keys).size).toBe(1)
  await userEvent.type(field('Nombre completo'), 's')
  await press()
  await waitFor(() => expect(address()).toBe('/activate'))
  expect(new Set(keys).size).toBe(2)
})
