import type { ReminderSubscription } from '@app/contracts/reminder-lists.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { listedReminders } from '../../../testing/admin-server.ts'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { savedFiles } from '../../../testing/saved-files.ts'
import { fakeApi, press, showPartAt } from '../../../testing/screen.tsx'
import { ExportButton } from '../ListButtons.tsx'
import { RemindersPanel } from './RemindersPanel.tsx'

const ACTIVE: ReminderSubscription = {
  id: '00000000-0000-4000-8000-0000000000b1',
  email: 'ana@correo.example',
  profile_id: antonia.id,
  profile_name: 'Antonia Rivas Soto',
  profile_slug: 'antonia-rivas',
  subscribed_at: '2096-11-02T15:00:00.000Z',
  status: 'active',
  first_reminder_sent: true,
  second_reminder_sent: false,
  first_reminder_at: '2096-11-09T15:00:00.000Z',
  second_reminder_at: '2096-11-16T15:00:00.000Z',
}
const NEITHER = { first_reminder_sent: false, first_reminder_at: null, second_reminder_at: null }
const ended = (status: ReminderSubscription['status']) => ({ status, second_reminder_at: null })

const api = fakeApi()

function show(rows: readonly ReminderSubscription[]) {
  api.use(http.get('*/api/admin/reminders', () => listedReminders(rows)))
  showPartAt('/admin?tab=recordatorios', <RemindersPanel />, signedIn)
}
const rowWith = (cell: HTMLElement) => within(cell.closest<HTMLElement>('tr')!)
const rowOf = async (email: string) => rowWith(await screen.findByTitle(email))

test('each state and mail of a subscription reads in words, and erased ones have none', async () => {
  const id = (n: number) => `00000000-0000-4000-8000-0000000002${String(n).padStart(2, '0')}`
  const cells: readonly (readonly [Partial<ReminderSubscription>, readonly string[], string?])[] = [
    [{}, ['02-11-2096', 'Activo', 'Enviado el 09-11-2096', 'Sale el 16-11-2096']],
    [{ second_reminder_at: '2026-01-16T15:00:00.000Z' }, ['Pendiente']],
    [{ first_reminder_at: '2096-11-09T02:30:00.000Z' }, ['Enviado el 08-11-2096']],
    [{ first_reminder_at: null }, ['Enviado']],
    [{ second_reminder_sent: true }, ['Completado'], 'Activo'],
    [{ second_reminder_at: null }, ['Completado'], 'Activo'],
    [NEITHER, ['Completado'], 'Activo'],
    [ended('converted'), ['Convertido', 'No se envía']],
    [ended('cancelled'), ['Cancelado', 'No se envía']],
    [ended('bounced'), ['Rebotado', 'No se envía']],
    [
      { ...NEITHER, first_reminder_undeliverable: true, second_reminder_at: '2096-11-16T15:00:00.000Z' },
      ['Activo', 'No se pudo entregar', 'Sale el 16-11-2096'],
    ],
  ]
  const erased = { ...ACTIVE, id: id(99), email: '', profile_name: '', profile_slug: '' }
  show([
    ...cells.map(([changed], n) => ({ ...ACTIVE, ...changed, id: id(n), email: `n${n}@correo.example` })),
    erased,
  ])
  for (const [n, [, texts, absent]] of cells.entries()) {
    const row = await rowOf(`n${n}@correo.example`)
    for (const text of texts) expect(row.getAllByText(text), `${n} ${text}`).toHaveLength(1)
    if (absent) expect(row.queryByText(absent), String(n)).toBeNull()
  }
  expect((await rowOf('n0@correo.example')).getAllByText('antonia-rivas')).toHaveLength(1)
  const row = rowWith(await screen.findByText('Dato eliminado'))
  expect(row.getAllByText('Perfil eliminado')).toHaveLength(1)
  expect(row.queryByRole('link')).toBeNull()
  expect(document.querySelector('code[title=""]')).toBeNull()
})

const CSV = '*/api/admin/reminders.csv'
const NAMED = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="recordatorios_2026-11-20.csv"',
}

let saved: ReturnType<typeof savedFiles> = []
beforeEach(() => void (saved = savedFiles()))
const showExport = (total: number | undefined) =>
  showPartAt(
    '/',
    <ExportButton file="reminders.csv" params={{ status_filter: 'active' }} total={total} />,
    signedIn,
  )
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' })

test('the file of the filter is requested in the session, and saved under its name', async () => {
  const file = () => new HttpResponse('\uFEFF"Correo"\r\n', { headers: NAMED })
  const { requests, sent } = api.takes('get', CSV, file)
  showExport(3)
  await press('Exportar CSV')
  await screen.findByText('Lista descargada')
  expect(saved.map(({ name }) => name)).toEqual(['recordatorios_2026-11-20.csv'])
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?status_filter=active'])
  expect(sent('authorization')).toEqual([`Bearer ${signedIn.token}`])
})

test('one that is refused is not saved, says why, and can be requested again', async () => {
  const refusal = () => refused('unavailable', { detail: 'Estamos preparando otra lista.' })
  api.takes('get', CSV, refusal, () => HttpResponse.text('"Correo"\r\n'))
  showExport(3)
  await press('Exportar CSV')
  await screen.findByText('Error: Estamos preparando otra lista.')
  expect(saved).toEqual([])
  await press('Exportar CSV')
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['reminders.csv']))
})

test('an empty list cannot be exported, and the button says why', async () => {
  showExport(0)
  expect((await button()).disabled).toBe(true)
  screen.getByTitle('No hay nada que exportar.')
})
