// @vitest-environment happy-dom
import type { ReminderSubscription } from '@app/contracts/api/reminder-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { listedReminders } from '../../../testing/admin-server.ts'
import { enterText } from '../../../testing/enter-text.ts'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { refused } from '../../../testing/refused.ts'
import { fakeApi, showPartAt } from '../../../testing/screen.tsx'
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
const ended = (status: ReminderSubscription['status'], email: string): ReminderSubscription => ({
  ...ACTIVE,
  id: `00000000-0000-4000-8000-0000000000${email.slice(0, 1)}2`,
  email,
  status,
  second_reminder_at: null,
})

const api = fakeApi()

/** The server's answers, in pages of 20; requests are recorded. */
function remindersServer(rows: readonly ReminderSubscription[]) {
  const asked: string[] = []
  api.use(
    http.get('*/api/admin/reminders', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      const status = searchParams.get('status_filter')
      const shown = rows.filter((row) => status === 'all' || row.status === status)
      const from = Number(searchParams.get('after') ?? 0)
      const page = { total: shown.length, ...(from + 20 < shown.length && { next: String(from + 20) }) }
      return listedReminders(shown.slice(from, from + 20), page)
    }),
  )
  return asked
}
const show = (rows: readonly ReminderSubscription[]) => {
  const asked = remindersServer(rows)
  showPartAt('/admin?tab=recordatorios', <RemindersPanel />, signedIn)
  return asked
}
const rowOf = async (email: string) => within((await screen.findByText(email)).closest<HTMLElement>('tr')!)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const NONE = 'No hay recordatorios con estos filtros.'

test('a row has e-mail, profile, dates, state and both reminders, and leads to the page', async () => {
  const asked = show([ACTIVE])
  const row = await rowOf(ACTIVE.email)
  for (const text of [
    'Antonia Rivas Soto',
    antonia.id,
    '02-11-2096',
    'Activo',
    'Enviado el 09-11-2096',
    'Sale el 16-11-2096',
  ])
    expect(row.getAllByText(text)).toHaveLength(1)
  const link = row.getByRole('link', { name: 'Ver perfil de Antonia Rivas Soto' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/pages/antonia-rivas', '_blank'])
  expect(asked).toEqual(['status_filter=all&profile_filter=&limit=20'])
})

test('each state and mail of a subscription reads in words, and erased ones have none', async () => {
  const id = (n: number) => `00000000-0000-4000-8000-0000000002${String(n).padStart(2, '0')}`
  const cells: readonly (readonly [Partial<ReminderSubscription>, readonly string[], string?])[] = [
    [{ second_reminder_at: '2026-01-16T15:00:00.000Z' }, ['Pendiente']],
    [{ second_reminder_sent: true }, ['Completado'], 'Activo'],
    [{ second_reminder_at: null }, ['Completado'], 'Activo'],
    [NEITHER, ['Completado'], 'Activo'],
    [ended('converted', ''), ['Convertido', 'No se envía']],
    [ended('cancelled', ''), ['Cancelado', 'No se envía']],
    [ended('bounced', ''), ['Rebotado', 'No se envía']],
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
  const row = await rowOf('Dato eliminado')
  expect(row.getAllByText('Perfil eliminado')).toHaveLength(1)
  expect(row.queryByRole('link')).toBeNull()
})

test('both filters are sent to the server, also for the export, and cleared together', async () => {
  const asked = show([ACTIVE, ended('cancelled', 'cora@correo.example')])
  const exported: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  api.use(
    http.get('*/api/admin/reminders.csv', ({ request }) => {
      exported.push(new URL(request.url).searchParams.toString())
      return HttpResponse.text('"Correo"\r\n')
    }),
  )
  await press('Completados')
  await waitFor(() => expect(asked.at(-1)).toContain('status_filter=completed'))
  await enterText(screen.getByLabelText('Perfil, id o correo completo'), '0000')
  await press('Cancelados')
  await waitFor(() => expect(asked.at(-1)).toContain('status_filter=cancelled&profile_filter=0000'))
  await waitFor(() => expect(screen.queryByText(ACTIVE.email)).toBeNull())
  await press('Exportar CSV')
  await screen.findByText('Lista descargada')
  expect(exported).toEqual(['status_filter=cancelled&profile_filter=0000'])
  await press('Limpiar filtros')
  await rowOf(ACTIVE.email)
  expect(screen.getAllByText('2 recordatorios')).toHaveLength(1)
})

test('with none of the filter, the list shows it and cannot be exported', async () => {
  show([ended('cancelled', 'cora@correo.example')])
  await screen.findByText('1 recordatorio')
  await press('Rebotados')
  await screen.findByText(NONE)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' }).disabled).toBe(true)
})

test('a list that fails can be requested again', async () => {
  remindersServer([ACTIVE])
  api.use(http.get('*/api/admin/reminders', () => refused('unavailable'), { once: true }))
  showPartAt('/admin', <RemindersPanel />, signedIn)
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar los recordatorios.')
  await press('Reintentar')
  await rowOf(ACTIVE.email)
})
