// @vitest-environment happy-dom
import { read, utils } from '@e965/xlsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { activationAddress, codeInHash } from '@app/contracts/fields/credentials.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { savedFiles } from '../../../testing/saved-files.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { qrDrawingOf } from '../../../ui/QrCode.tsx'
import { CreatedCodes } from './CreatedCodes.tsx'

fakeApi()
const CODES = ['K7WM-3XQA-9PZT', 'ABCD-EFGH-JKMN', 'PQRS-TUVW-XYZ2']
const created = {
  id: 'keyed_1',
  code: CODES[0]!,
  max_profiles: 4,
  used: false,
  created_at: '2026-11-20T15:00:00.000Z',
  used_at: null,
  codes: CODES,
}
let saved: ReturnType<typeof savedFiles> = []
beforeEach(() => void (saved = savedFiles()))
const show = () => showPartAt('/admin', <CreatedCodes created={created} onClose={() => undefined} />)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the CSV has exactly these codes, each with the public address that fills it in', async () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  show()
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
  expect(rows.map(([code, profiles]) => [code, profiles])).toEqual(CODES.map((code) => [code, '4']))
  const addresses = rows.map(([, , address = '']) => new URL(address))
  expect(addresses.map(({ origin }) => origin)).toEqual(CODES.map(() => 'https://tarjeta.example'))
  expect(addresses.map(({ hash }) => codeInHash(hash))).toEqual(CODES)
})

test('each press prints a card for each code, with the address that fills it in and where to type it', async () => {
  document.documentElement.dataset['site'] = 'https://tarjeta.example'
  const printed = vi.fn(() =>
    [...document.querySelectorAll('.printed-codes li')].map((card) => [
      card.querySelector('path')?.getAttribute('d'),
      card.querySelector('p')?.textContent,
    ]),
  )
  vi.stubGlobal('print', printed)
  show()
  await press('Imprimir')
  await expect.poll(() => printed.mock.calls.length).toBe(1)
  const where = 'Escanea el QR o escribe el código en tarjeta.example/activate'
  expect(printed.mock.results[0]?.value).toEqual(
    CODES.map((code) => [
      qrDrawingOf(activationAddress('https://tarjeta.example', code)).path,
      `${PRODUCT.name}Código de activación${code}4 perfiles${where}`,
    ]),
  )
  await press('Imprimir')
  expect(printed).toHaveBeenCalledTimes(2)
})
