import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { lost, refused } from '../../testing/refused.ts'
import { enterText, fakeApi, press, showAt } from '../../testing/screen.tsx'
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

let taken: ReturnType<typeof api.takes>
beforeEach(() => {
  taken = api.takes('post', REQUESTS, () => HttpResponse.json({ message: MESSAGE }))
  showAt('/mis-datos?tarjeta', <RequestScreen />)
})

async function fill(): Promise<void> {
  for (const [label, [, text]] of Object.entries(TYPED)) await enterText(screen.getByLabelText(label), text)
}
const send = () => press('Enviar solicitud')

test('what is wanted is a group of radio buttons; a request about no card is sent without one', async () => {
  const group = screen.getByRole('group', { name: '¿Qué quieres?' })
  expect(group.querySelectorAll('input[type=radio]')).toHaveLength(6)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Verlos' }).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Borrarlos' }))
  await fill()
  await userEvent.clear(screen.getByLabelText('¿De quién es la tarjeta?'))
  await send()
  await screen.findByRole('status')
  const { card: _, ...body } = BODY
  expect(taken.bodies).toEqual([{ kind: 'erasure', ...body }])
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
  expect(taken.bodies).toEqual([{ kind: 'correction', words: 'Me llamo Camila.', ...BODY }])
})

test('a card that does not exist is refused above the form, and what was typed stays; a lost answer is asked for again under its key', async () => {
  const done = () => HttpResponse.json({ message: MESSAGE })
  const { sent } = api.takes('post', REQUESTS, () => refused('profile-not-found'), lost, done)
  await fill()
  await send()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^El perfil que buscas no existe/)
  expect(screen.getByLabelText<HTMLInputElement>('Tu nombre').value).toBe('Camila Soto')
  await send()
  await screen.findByText('No pudimos enviar tu solicitud.')
  await send()
  await screen.findByText(MESSAGE)
  const [, unanswered, again] = sent('idempotency-key')
  expect(again).toBe(unanswered)
})
