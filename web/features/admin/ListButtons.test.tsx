// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../testing/fixtures.ts'
import { refused } from '../../testing/refused.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { fakeApi, showPartAt } from '../../testing/screen.tsx'
import { ExportButton } from './ListButtons.tsx'

const api = fakeApi()
const CSV = '*/api/admin/reminders.csv'
const NAMED = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="recordatorios_2026-11-20.csv"',
}

let saved: ReturnType<typeof savedFiles> = []
beforeEach(() => void (saved = savedFiles()))
const show = (total: number | undefined) =>
  showPartAt(
    '/',
    <ExportButton file="reminders.csv" params={{ status_filter: 'active' }} total={total} />,
    signedIn,
  )
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' })

test('the file of the filter is requested in the session, and saved under its name', async () => {
  const asked: Request[] = []
  api.use(
    http.get(CSV, ({ request }) => {
      asked.push(request)
      return new HttpResponse('\uFEFF"Correo"\r\n', { headers: NAMED })
    }),
  )
  show(3)
  await userEvent.click(await button())
  await screen.findByText('Lista descargada')
  expect(saved.map(({ name }) => name)).toEqual(['recordatorios_2026-11-20.csv'])
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?status_filter=active'])
  expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${signedIn.token}`)
})

test('one that is refused is not saved, says why, and can be requested again', async () => {
  const refusal = () => refused('unavailable', { detail: 'Estamos preparando otra lista.' })
  api.use(
    http.get(CSV, refusal, { once: true }),
    http.get(CSV, () => HttpResponse.text('"Correo"\r\n')),
  )
  show(3)
  await userEvent.click(await button())
  await screen.findByText('Error: Estamos preparando otra lista.')
  expect(saved).toEqual([])
  await userEvent.click(await button())
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['reminders.csv']))
})

test('an empty list cannot be exported, and the button says why', async () => {
  show(0)
  expect((await button()).disabled).toBe(true)
  screen.getByTitle('No hay nada que exportar.')
})
