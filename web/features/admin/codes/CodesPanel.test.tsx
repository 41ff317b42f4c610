import { read, utils } from '@e965/xlsx'
import type { AdminCode } from '@app/contracts/codes.ts'
import { activationAddress, codeInHash } from '@app/contracts/fields/activation-code.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '../../../testing/fixtures.ts'
import { lost, refused } from '../../../testing/refused.ts'
import { fakeApi, press, replaceText, showPartAt, textsOf } from '../../../testing/screen.tsx'
import { savedFiles } from '../../../testing/saved-files.ts'
import { qrDrawingOf } from '../../../ui/QrCode.tsx'
import { CodesPanel } from './CodesPanel.tsx'
import { CreatedCodes } from './CreatedCodes.tsx'

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
const issuing = (...answers: readonly (() => Response)[]) => api.takes('post', CODES, ...answers)
const issued = (...codes: readonly string[]) => {
  const { used_by: _usedBy, ...code } = AVAILABLE
  return HttpResponse.json({ ...code, code: codes[0], codes })
}

beforeEach(() => {
  listed = [AVAILABLE, USED, ERASED]
  api.use(
    http.get(CODES, () => HttpResponse.json(listed, { headers: { 'total-count': String(listed.length) } })),
  )
})
const show = () => showPartAt('/admin?tab=codigos', <CodesPanel />, signedIn)
const profiles = () => screen.getByLabelText<HTMLInputElement>('Perfiles permitidos')
const count = () => screen.getByLabelText<HTMLInputElement>('Cantidad de códigos')
const createdText = async () => (await screen.findByText('Código creado:')).parentElement!
const create = () => press('Crear código')

test('the list shows the days of a code, and of an erased account only that it is gone', async () => {
  show()
  const row = (await screen.findAllByRole('row')).at(-1)!
  const cells = within(row).getAllByRole('cell')
  expect(textsOf(cells)).toEqual([
    ERASED.code,
    'EstadoUsado',
    'Perfiles3',
    'Creado20-11-2026',
    'Usado21-11-2026',
    'CuentaCuenta borrada',
  ])
})

test('creating needs whole numbers, of which each is one without a typed one; twice makes two', async () => {
  const { bodies } = issuing(() => issued('K7WM-3XQA-9PZT'))
  show()
  for (const [typedProfiles, typedCount, label] of [
    ['1001', '1', 'Perfiles permitidos'],
    ['2', '0', 'Cantidad de códigos'],
  ] as const) {
    await replaceText(profiles(), typedProfiles)
    await replaceText(count(), typedCount)
    await create()
    await screen.findByText('Escribe un número entero de 1 a 1.000.')
    expect(document.activeElement).toBe(screen.getByLabelText(label))
  }
  expect(bodies).toEqual([])
  await replaceText(profiles(), '3')
  await replaceText(count(), '')
  await create()
  expect((await createdText()).textContent).toBe('Código creado: K7WM-3XQA-9PZT')
  expect(bodies).toEqual([{ max_profiles: 3, count: 1 }])
  listed = [{ ...AVAILABLE, id: 'keyed_4' }, ...listed]
  await create()
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5))
  expect(bodies).toHaveLength(2)
})

test('creating that fails says so, with the reason of the server', async () => {
  issuing(lost, () => refused('too-many', { retryAfter: 120 }))
  show()
  await create()
  expect((await screen.findByRole('alert')).textContent).toBe('Error al crear el código')
  await create()
  await screen.findByText('Demasiados intentos. Prueba en 2 minutos.')
})

test('many codes stay until they are closed, also while another one is created', async () => {
  issuing(
    () => issued('WXYZ-2345-6789', 'WXYZ-2345-678A'),
    () => issued('WXYZ-2345-678B'),
  )
  show()
  await replaceText(count(), '2')
  await create()
  await screen.findByText('2 códigos creados')
  await replaceText(count(), '1')
  await create()
  await createdText()
  expect(screen.getAllByText('2 códigos creados')).toHaveLength(1)
  await press('Cerrar los códigos creados')
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

const NEW = ['K7WM-3XQA-9PZT', 'ABCD-EFGH-JKMN', 'PQRS-TUVW-XYZ2']
const created = { ...AVAILABLE, code: NEW[0]!, max_profiles: 4, codes: NEW }
const showCreated = () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  showPartAt('/admin', <CreatedCodes created={created} onClose={() => undefined} />)
}

test('the CSV has exactly these codes, each with the public address that fills it in', async () => {
  const saved = savedFiles()
  showCreated()
  expect(screen.getByLabelText('Códigos creados').querySelector('p')?.textContent).toBe(
    '3 códigos creados, para 4 perfiles cada uno.',
  )
  await press('Descargar CSV')
  expect(saved.map(({ name }) => name)).toEqual(['codigos-nuevos_2026-11-20.csv'])
  const bytes = Buffer.from(await saved[0]!.file!.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const book = read(bytes, { type: 'buffer', raw: true })
  const [head, ...rows] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  expect(head).toEqual(['Código', 'Perfiles', 'Enlace de activación'])
  expect(rows.map(([code, profiles]) => [code, profiles])).toEqual(NEW.map((code) => [code, '4']))
  const addresses = rows.map(([, , address = '']) => new URL(address))
  expect(addresses.map(({ origin }) => origin)).toEqual(NEW.map(() => 'https://tarjeta.example'))
  expect(addresses.map(({ hash }) => codeInHash(hash))).toEqual(NEW)
})

test('each press prints a card for each code, with the address that fills it in and where to type it', async () => {
  const printed = vi.fn(() =>
    [...document.querySelectorAll('.printed-codes li')].map((card) => [
      card.querySelector('path')?.getAttribute('d'),
      card.querySelector('p')?.textContent,
    ]),
  )
  vi.stubGlobal('print', printed)
  showCreated()
  await press('Imprimir')
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  const where = 'Escanea el QR o escribe el código en tarjeta.example/activate'
  expect(printed.mock.results[0]?.value).toEqual(
    NEW.map((code) => [
      qrDrawingOf(activationAddress('https://tarjeta.example', code)).path,
      `${PRODUCT.name}Código de activación${code}4 perfiles${where}`,
    ]),
  )
  await press('Imprimir')
  expect(printed).toHaveBeenCalledTimes(2)
})
