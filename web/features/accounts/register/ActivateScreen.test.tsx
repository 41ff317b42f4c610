// @vitest-environment happy-dom
import { PRODUCT } from '@app/contracts/product.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { enterText } from '../../../testing/enter-text.ts'
import { meOf, newcomer, owner, session, signedInAs } from '../../../testing/fixtures.ts'
import { createGate } from '../../../../tests/support/gate.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { ActivateScreen } from './ActivateScreen.tsx'
import { keepScannedCode } from './activation-memory.ts'

const api = fakeApi()
const ACTIVATE = '*/api/auth/activate'
const activation = {
  message: 'Tu cuenta está activada.',
  access_token: session.access_token,
  user: owner,
  profile_url: 'https://tarjetas.example/pages/antonia-rivas',
}

let sent: unknown[] = []
let keys: (string | null)[] = []

function answering(answer: () => Response | Promise<Response>) {
  api.use(
    http.post(ACTIVATE, async ({ request }) => {
      sent.push(await request.json())
      keys.push(request.headers.get('idempotency-key'))
      return answer()
    }),
  )
}

beforeEach(() => {
  sent = []
  keys = []
  api.use(http.get('*/api/auth/me', () => HttpResponse.json(meOf(newcomer))))
})

const show = () => showAt('/activate', <ActivateScreen />, signedInAs(newcomer))
const code = () => screen.getByLabelText<HTMLInputElement>('Código de activación')

test('a refused code is shown, and stays until another is typed; the same one is sent under the same key [SCR-3]', async () => {
  show()
  await enterText(code(), 'ABCD2345WXYZ')
  const used = 'Este código ya fue usado.'
  for (const [answer, text] of [
    [() => refused('invalid-code', { detail: used }), used],
    [() => refused('too-many', { retryAfter: 3_000 }), 'Demasiados intentos. Prueba en 50 minutos.'],
    [() => HttpResponse.error(), 'Código de activación inválido'],
    [() => refused('unavailable'), detailOf('unavailable')],
  ] as const) {
    answering(answer)
    await userEvent.click(screen.getByRole('button', { name: 'Activar cuenta' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
    await waitFor(() => expect(document.activeElement).toBe(code()))
    expect(code().value).toBe('ABCD2345WXYZ')
  }
  // Nobody answered the third one.
  expect(keys[3]).toBe(keys[2])
  expect(address()).toBe('/activate')
  await userEvent.type(code(), '{Backspace}')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a code that is pasted from a message begins the new session; meanwhile the button shows it', async () => {
  const gate = createGate()
  answering(async () => {
    await gate.opened
    return HttpResponse.json(activation)
  })
  show()
  await enterText(code(), ' abcd 2345–wxyz\n', '{Enter}')
  expect(code().value).toBe(' ABCD 2345–WXYZ')
  await screen.findByRole('button', { name: 'Activando...' })
  api.use(http.get('*/api/auth/me', () => HttpResponse.json(meOf(owner))))
  gate.open()
  await waitFor(() => expect(address()).toBe('/dashboard?tab=profiles'))
  expect(sent).toEqual([{ code: 'ABCD-2345-WXYZ' }])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('a code that was scanned is sent by itself; refused, it stays in the field', async () => {
  keepScannedCode('ABCD-2345-WXYZ')
  answering(() => refused('invalid-code', { detail: 'Este código ya fue usado.' }))
  show()
  expect([code().value, screen.queryByRole('status')]).toEqual(['ABCD-2345-WXYZ', null])
  expect((await screen.findByRole('alert')).textContent).toBe('Este código ya fue usado.')
  expect([sent, code().value]).toEqual([[{ code: 'ABCD-2345-WXYZ' }], 'ABCD-2345-WXYZ'])
})

test('an account without a code reads that it needs one, may write, order cards, or leave', async () => {
  show()
  const fixed = 'Tu cuenta debe ser activada con el código de activación antes de usar la plataforma.'
  expect(screen.getByRole('status').textContent).toBe(fixed)
  const led = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([led('Escríbenos'), led('Cotiza las tuyas')]).toEqual([
    `mailto:${PRODUCT.supportEmail}`,
    '/#quotation',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  expect(address()).toBe('/')
})
