// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { enterText } from '../../testing/enter-text.ts'
import { refused } from '../../testing/refused.ts'
import { fakeApi, showAt } from '../../testing/screen.tsx'
import { RequestScreen } from './RequestScreen.tsx'

const api = fakeApi()
const REQUESTS = '*/api/rights/requests'
const MESSAGE = 'Recibimos tu solicitud.'
const TYPED = {
  '¿De quién es la tarjeta?': ['card', 'Antonia Rivas'],
  'Tu nombre': ['name', 'Camila Soto'],
  'Tu teléfono': ['phone', '+56 9 6612 4410'],
  'Correo para responderte': ['email', 'camila@logi.cl'],
} as const
const BODY = Object.fromEntries(Object.values(TYPED))

interface Asked {
  readonly body: unknown
  readonly key: string | null
}
let asked: Asked[]
beforeEach(() => {
  asked = []
  api.use(
    http.post(REQUESTS, async ({ request }) => {
      asked.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
      return HttpResponse.json({ message: MESSAGE })
    }),
  )
  showAt('/mis-datos?tarjeta', <RequestScreen />)
})

async function fill(): Promise<void> {
  for (const [label, [, text]] of Object.entries(TYPED)) await enterText(screen.getByLabelText(label), text)
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar solicitud' }))

test('what is wanted is a group of radio buttons, which arrows change', async () => {
  const group = screen.getByRole('group', { name: '¿Qué quieres?' })
  expect(group.querySelectorAll('input[type=radio]')).toHaveLength(6)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Verlos' }).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Borrarlos' }))
  await fill()
  await send()
  await screen.findByRole('status')
  expect(asked.map(({ body }) => body)).toEqual([{ kind: 'erasure', ...BODY }])
})

test('a correction says what is right', async () => {
  screen.getByLabelText('Cuéntanos qué quieres, y más o menos cuándo fue (opcional)')
  await userEvent.click(screen.getByRole('radio', { name: 'Corregirlos' }))
  await fill()
  await send()
  expect(await screen.findAllByText('Completa este campo.')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByLabelText('¿Qué es lo correcto?'))
  await enterText(screen.getByLabelText('¿Qué es lo correcto?'), 'Me llamo Camila.')
  await send()
  await screen.findByRole('status')
  expect(asked.map(({ body }) => body)).toEqual([{ kind: 'correction', words: 'Me llamo Camila.', ...BODY }])
})

test('a request about no card is sent without one', async () => {
  await fill()
  await userEvent.clear(screen.getByLabelText('¿De quién es la tarjeta?'))
  await userEvent.click(screen.getByRole('radio', { name: 'Bloquearlos' }))
  await send()
  await screen.findByRole('status')
  const { card: _, ...body } = BODY
  expect(asked.map((one) => one.body)).toEqual([{ kind: 'blocking', ...body }])
})

test('a card that does not exist is refused above the form, and what was typed stays; a lost answer is asked for again under its key', async () => {
  const keys: (string | null)[] = []
  const refusals = [() => refused('profile-not-found'), () => HttpResponse.error()]
  api.use(
    http.post(REQUESTS, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return refusals.shift()?.() ?? HttpResponse.json({ message: MESSAGE })
    }),
  )
  await fill()
  await send()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^El perfil que buscas no existe/)
  expect(screen.getByLabelText<HTMLInputElement>('Tu nombre').value).toBe('Camila Soto')
  await send()
  await screen.findByText('No pudimos enviar tu solicitud.')
  await send()
  await screen.findByText(MESSAGE)
  expect(keys[2]).toBe(keys[1])
})
