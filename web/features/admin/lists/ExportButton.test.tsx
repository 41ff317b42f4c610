// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
import { ExportButton } from './ExportButton.tsx'

const api = fakeApi()
const FILE = '*/api/admin/activation-codes.csv'
const saved: string[] = []

beforeEach(() => {
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())

const show = (isEmpty = false) =>
  showPartAt(
    '/admin',
    <ExportButton list="activation-codes" params={{ search: 'ana', state: 'used' }} isEmpty={isEmpty} />,
    signedIn,
  )
const button = (name = 'Exportar CSV') => screen.findByRole<HTMLButtonElement>('button', { name })

test('what the filter shows is saved as the file that the server names', async () => {
  const gate = createGate()
  const asked: (string | null)[] = []
  api.use(
    http.get(FILE, async ({ request }) => {
      asked.push(new URL(request.url).search, request.headers.get('authorization'))
      await gate.opened
      const headers = { 'content-disposition': 'attachment; filename=codigos_2026-11-18.csv' }
      return new HttpResponse('"Código"', { headers })
    }),
  )
  show()
  await userEvent.click(await button())
  expect((await button('Exportando...')).getAttribute('aria-busy')).toBe('true')
  gate.open()
  expect(await screen.findByText('Lista descargada')).toBeTruthy()
  expect(saved).toEqual(['codigos_2026-11-18.csv'])
  expect(asked).toEqual(['?search=ana&state=used', `Bearer ${signedIn.token}`])
})

test('a refusal is told, and nothing is saved', async () => {
  api.use(http.get(FILE, () => refused('unavailable', { detail: 'Estamos preparando otra lista.' })))
  show()
  await userEvent.click(await button())
  expect((await screen.findByRole('alert')).textContent).toBe('Error: Estamos preparando otra lista.')
  expect(saved).toEqual([])
})

test('a file that does not come is told, and nothing is saved', async () => {
  api.use(http.get(FILE, () => HttpResponse.error()))
  show()
  await userEvent.click(await button())
  expect((await screen.findByRole('alert')).textContent).toBe('Error: No pudimos exportar la lista.')
  expect(saved).toEqual([])
})

test('an empty list has nothing to export', async () => {
  show(true)
  expect(await button()).toMatchObject({ disabled: true, title: 'No hay nada que exportar.' })
})
