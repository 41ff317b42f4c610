// @vitest-environment happy-dom
import type { AdminCode } from '@app/contracts/codes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { enterText } from '../../../testing/enter-text.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { CodesPanel } from './CodesPanel.tsx'

const api = fakeApi()
const CODES = '*/api/admin/activation-codes'
const AVAILABLE: AdminCode = {
  id: 'keyed_1',
  code: 'K7WM-3XQA-9PZT',
  max_profiles: 3,
  used: false,
  created_at: '2026-11-20T15:00:00.000Z',
  used_at: null,
  used_by: null,
}
const USED: AdminCode = {
  ...AVAILABLE,
  id: 'keyed_2',
  code: 'ABCD-EFGH-JKMN',
  used: true,
  used_at: '2026-11-21T15:00:00.000Z',
  used_by: { id: 'account-1', name: 'Antonia Rivas', email: 'antonia@andesnorte.example' },
}
const ERASED: AdminCode = {
  ...USED,
  id: 'keyed_3',
  code: 'PQRS-TUVW-XYZ2',
  used_by: { id: 'account-2', name: '', email: '' },
}

let listed: readonly AdminCode[] = []
let sent: unknown[] = []

function issuing(answer: () => Response | Promise<Response>) {
  api.use(
    http.post(CODES, async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
}
const issued = (...codes: readonly string[]) => {
  const { used_by: _usedBy, ...code } = AVAILABLE
  return HttpResponse.json({ ...code, code: codes[0], codes })
}

beforeEach(() => {
  listed = [AVAILABLE, USED, ERASED]
  sent = []
  api.use(
    http.get(CODES, () => HttpResponse.json(listed, { headers: { 'total-count': String(listed.length) } })),
  )
})
const show = () => showPartAt('/admin?tab=codigos', <CodesPanel />, signedIn)
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const profiles = () => screen.getByLabelText<HTMLInputElement>('Perfiles permitidos')
const count = () => screen.getByLabelText<HTMLInputElement>('Cantidad de códigos')
async function type(field: HTMLInputElement, text: string) {
  await userEvent.clear(field)
  await enterText(field, text)
}
const createdText = async () => (await screen.findByText('Código creado:')).parentElement!
const create = async () => userEvent.click(await button('Crear código'))

test('the list shows the days of a code, and of an erased account only that it is gone', async () => {
  show()
  const row = (await screen.findAllByRole('row')).at(-1)!
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    ERASED.code,
    'EstadoUsado',
    'Perfiles3',
    'Creado20-11-2026',
    'Usado21-11-2026',
    'CuentaCuenta borrada',
  ])
})

test('creating needs whole numbers, of which each is one without a typed one; twice makes two', async () => {
  issuing(() => issued('K7WM-3XQA-9PZT'))
  show()
  for (const [typedProfiles, typedCount, label] of [
    ['1001', '1', 'Perfiles permitidos'],
    ['2', '0', 'Cantidad de códigos'],
  ] as const) {
    await type(profiles(), typedProfiles)
    await type(count(), typedCount)
    await create()
    await screen.findByText('Escribe un número entero de 1 a 1.000.')
    expect(document.activeElement).toBe(screen.getByLabelText(label))
  }
  expect(sent).toEqual([])
  await type(profiles(), '3')
  await type(count(), '')
  await create()
  expect((await createdText()).textContent).toBe('Código creado: K7WM-3XQA-9PZT')
  expect(sent).toEqual([{ max_profiles: 3, count: 1 }])
  listed = [{ ...AVAILABLE, id: 'keyed_4' }, ...listed]
  await create()
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
  expect(sent).toHaveLength(2)
})

test('creating that fails says so', async () => {
  issuing(() => HttpResponse.error())
  show()
  await create()
  expect((await screen.findByRole('alert')).textContent).toBe('Error al crear el código')
  issuing(() => refused('too-many', { retryAfter: 120 }))
  await create()
  const text = 'Error al crear el códigoDemasiados intentos. Prueba en 2 minutos.'
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
})

test('many codes stay until they are closed, also while another one is created', async () => {
  issuing(() => (sent.length === 1 ? issued('WXYZ-2345-6789', 'WXYZ-2345-678A') : issued('WXYZ-2345-678B')))
  show()
  await type(count(), '2')
  await create()
  await screen.findByText('2 códigos creados')
  await type(count(), '1')
  await create()
  await createdText()
  expect(screen.getAllByText('2 códigos creados')).toHaveLength(1)
  await userEvent.click(await button('Cerrar los códigos creados'))
  expect(screen.queryByText('2 códigos creados')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Crear código')
})

test('a created code is shown for five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  issuing(() => issued('WXYZ-2345-6789'))
  show()
  await screen.findByText(USED.code)
  await create()
  const text = await createdText()
  pass(4_000)
  expect(text.textContent).toBe('Código creado: WXYZ-2345-6789')
  pass(5_000)
  await waitFor(() => expect(text.textContent).toBe(''))
})
