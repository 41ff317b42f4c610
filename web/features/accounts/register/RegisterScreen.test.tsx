import { PRODUCT } from '@app/contracts/product.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { meOf, newcomer, owner, session, sessionOf, signedInAs } from '../../../testing/fixtures.ts'
import { detailOf, lost, refused } from '../../../testing/refused.ts'
import { address, enterText, fakeApi, press, showAt } from '../../../testing/screen.tsx'
import { ActivateScreen } from './ActivateScreen.tsx'
import { keepScannedCode } from './activation-memory.ts'
import { RegisterScreen } from './RegisterScreen.tsx'

const api = fakeApi()
const REGISTER = '*/api/auth/register'
const ACTIVATE = '*/api/auth/activate'
const FILLED = { name: 'Antonia Rivas', email: 'antonia@andesnorte.cl', password: 'Correcta1' }
const KEY = /^[0-9a-f]{32}$/

beforeEach(() => {
  const methods = { password: true, external: { name: 'Google' } }
  api.use(
    http.get('*/api/auth/methods', () => HttpResponse.json(methods)),
    http.get('*/api/auth/me', () => HttpResponse.json(meOf(newcomer))),
  )
})

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const registered = () => HttpResponse.json(sessionOf(newcomer))

async function fill({ name, email, password } = FILLED) {
  showAt('/register', <RegisterScreen />)
  await enterText(field('Nombre completo'), name)
  await enterText(field('Correo electrónico'), email)
  await enterText(field('Contraseña'), password)
}

test('registering begins a session; meanwhile the button shows it and a second press does nothing', async () => {
  const gate = createGate()
  const { bodies, sent } = api.takes('post', REGISTER, () => gate.opened.then(registered))
  await fill({ ...FILLED, name: ' Antonia Rivas ', email: ' antonia@andesnorte.cl' })
  await press('Crear cuenta')
  await press('Creando...')
  gate.open()
  await waitFor(() => expect(address()).toBe('/activate'))
  expect(bodies).toEqual([FILLED])
  expect(sent('idempotency-key')[0]).toMatch(KEY)
})

test('a try that nobody answered is sent again under the same key, another content under another [SCR-3]', async () => {
  const busy = () => refused('unavailable')
  const { sent } = api.takes('post', REGISTER, lost, busy, registered)
  await fill()
  await press('Crear cuenta')
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed')
  await press('Crear cuenta')
  await screen.findByText(detailOf('unavailable'))
  await enterText(field('Nombre completo'), 's')
  await press('Crear cuenta')
  await waitFor(() => expect(address()).toBe('/activate'))
  const [first, second, third] = sent('idempotency-key')
  expect([second === first, third === first]).toEqual([true, false])
})

const showActivation = () => showAt('/activate', <ActivateScreen />, signedInAs(newcomer))
const code = () => field('Código de activación')
const used = () => refused('invalid-code', { detail: 'Este código ya fue usado.' })

test('a refused code is shown, and stays until another is typed', async () => {
  api.takes('post', ACTIVATE, used, lost)
  showActivation()
  await enterText(code(), 'ABCD2345WXYZ')
  for (const text of ['Este código ya fue usado.', 'Código de activación inválido']) {
    await press('Activar cuenta')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
    await waitFor(() => expect(document.activeElement).toBe(code()))
    expect(code().value).toBe('ABCD2345WXYZ')
  }
  expect(address()).toBe('/activate')
  await userEvent.type(code(), '{Backspace}')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a code that is pasted from a message begins the new session; meanwhile the button shows it', async () => {
  const gate = createGate()
  const profile_url = 'https://tarjetas.example/pages/antonia-rivas'
  const activation = { message: 'Lista.', access_token: session.access_token, user: owner, profile_url }
  const activated = () => gate.opened.then(() => HttpResponse.json(activation))
  const { bodies, sent } = api.takes('post', ACTIVATE, activated)
  showActivation()
  await enterText(code(), ' abcd 2345–wxyz\n', '{Enter}')
  expect(code().value).toBe(' ABCD 2345–WXYZ')
  await screen.findByRole('button', { name: 'Activando...' })
  api.use(http.get('*/api/auth/me', () => HttpResponse.json(meOf(owner))))
  gate.open()
  await waitFor(() => expect(address()).toBe('/dashboard?tab=profiles'))
  expect(bodies).toEqual([{ code: 'ABCD-2345-WXYZ' }])
  expect(sent('idempotency-key')[0]).toMatch(KEY)
})

test('a code that was scanned is sent by itself; refused, it stays in the field', async () => {
  keepScannedCode('ABCD-2345-WXYZ')
  const { bodies } = api.takes('post', ACTIVATE, used)
  showActivation()
  expect([code().value, screen.queryByRole('status')]).toEqual(['ABCD-2345-WXYZ', null])
  expect((await screen.findByRole('alert')).textContent).toBe('Este código ya fue usado.')
  expect([bodies, code().value]).toEqual([[{ code: 'ABCD-2345-WXYZ' }], 'ABCD-2345-WXYZ'])
})

test('an account without a code reads that it needs one, may write, order cards, or leave', async () => {
  showActivation()
  const fixed = 'Tu cuenta debe ser activada con el código de activación antes de usar la plataforma.'
  expect(screen.getByRole('status').textContent).toBe(fixed)
  const led = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  const links = [led('Escríbenos'), led('Cotiza las tuyas')]
  expect(links).toEqual([`mailto:${PRODUCT.supportEmail}`, '/#quotation'])
  await press('Cerrar sesión')
  expect(address()).toBe('/')
})
