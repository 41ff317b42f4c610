import type { HistoryEvent } from '@app/contracts/audit.ts'
import { consentText, REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { listed } from '../../../testing/admin-server.ts'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { changeOf, entryOf, pastAntonia } from '../../../testing/history-server.ts'
import { refused } from '../../../testing/refused.ts'
import { address, enterText, fakeApi, press, showPartAt, textsOf } from '../../../testing/screen.tsx'
import { setWindowWidth } from '../../../testing/window-width.ts'
import { HistoryPanel } from './HistoryPanel.tsx'

const api = fakeApi()
const AT = '/admin?tab=historial'
const LIST = '*/api/admin/history'
const AS_OF = '*/api/profile/:id/as-of'
const ACCOUNT_ID = '00000000-0000-4000-8000-0000000000bb'

const EDITED = entryOf(19_402, {
  version: 5,
  sentence: [
    { as: 'who', text: 'Antonia Rivas' },
    { as: 'text', text: ' cambió la biografía' },
  ],
  changes: [
    changeOf('bio', 'Biografía', 'Ayudo a ventas.', 'Ayudo a terreno.'),
    changeOf('phone', 'Teléfono', null, '+56 9 5123 4567'),
  ],
})
const ERASED = entryOf(19_377, {
  version: 3,
  type: 'AccountErasureRequested',
  actor: { kind: 'owner', id: 'a', name: null },
  entity: { kind: 'account', id: ACCOUNT_ID, label: null, slug: null },
  sentence: [
    { as: 'erased', text: '' },
    { as: 'text', text: ' pidió borrar sus datos' },
  ],
})
const RESERVED = entryOf(19_300, { type: 'SlugClaimed' })
const OLDER = entryOf(19_204, { at: '2026-11-19T21:40:00.000Z' })
const ENTRIES = [EDITED, ERASED, OLDER]

const eventOf = (position: string): HistoryEvent => {
  const entry = [...ENTRIES, RESERVED].find((one) => one.position === position) ?? EDITED
  const isErased = entry === ERASED
  return {
    entry,
    event: {
      id: '00000000-0000-4000-8000-0000000000e1',
      stream: `profile-${antonia.id}`,
      revision: '4',
      position,
      type: entry.type,
      version: 2,
      data: isErased
        ? { reason: 'own' }
        : { changes: { bio: 'Ayudo a terreno.' }, consent: REGISTER_CONSENT },
      meta: { actor: 'owner' },
    },
    erased: isErased ? ['email'] : [],
  }
}
let asked: () => readonly string[]
beforeEach(() => {
  setWindowWidth(1_440)
  asked = api.takes('get', LIST, () => listed(ENTRIES)).searches
  api.use(
    http.get(AS_OF, () => HttpResponse.json(pastAntonia)),
    http.get('*/api/admin/history/:position', ({ params }) =>
      HttpResponse.json(eventOf(String(params['position']))),
    ),
  )
})
const show = (at: Parameters<typeof showPartAt>[0] = AT) => showPartAt(at, <HistoryPanel />, signedIn)
const line = (name: string) => screen.findByRole('link', { name })
const sheet = (name = 'Antonia Rivas cambió la biografía') => screen.findByRole('dialog', { name })

test('events stand under their days with sentence, time and position, and a second row only where it adds', async () => {
  show()
  const list = within(await screen.findByRole('region', { name: 'Eventos' }))
  expect(textsOf(list.getAllByRole('listitem'))).toEqual([
    '14:05Antonia Rivas cambió la biografía#19.402/pages/antonia-rivas',
    '14:05Dato eliminado pidió borrar sus datos#19.377',
    expect.stringContaining('#19.204'),
  ])
  list.getByText('Mostrando 3 de 3 eventos')
  expect(asked()).toEqual(['limit=25'])
})

test('a name that a request brings along is searched, and stays out of the address', async () => {
  show({ pathname: '/admin', search: '?tab=historial', state: { person: 'Camila Soto' } })
  await waitFor(() => expect(asked().at(-1)).toBe('person=Camila+Soto&limit=25'))
  expect(address()).toBe('/admin?tab=historial')
})

test('the whole life of an entity is one press away from its event, and one back', async () => {
  show(`${AT}&event=19402`)
  await userEvent.click(await within(await sheet()).findByRole('button', { name: 'Toda su vida' }))
  expect(address()).toBe(`${AT}&entity=profile-${antonia.id}`)
  await waitFor(() => expect(asked().at(-1)).toBe(`entity=profile-${antonia.id}&limit=25`))
  within(screen.getByRole('group', { name: 'Entidad' })).getByText('/pages/antonia-rivas')
  await press('Quitar el filtro de entidad')
  expect(address()).toBe(AT)
})

test('type and days go into the address, typed names stay out of it; all narrow the list', async () => {
  show()
  await line('Cambio 19204')
  await userEvent.selectOptions(screen.getByLabelText('Tipo'), 'Perfil editado')
  const [from, to] = ['Desde', 'Hasta'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
  fireEvent.change(from!, { target: { value: '2026-11-19' } })
  fireEvent.change(to!, { target: { value: '2026-11-20' } })
  await waitFor(() =>
    expect(asked().at(-1)).toBe('type=ProfileEdited&from=2026-11-19&to=2026-11-20&limit=25'),
  )
  expect([from!.max, to!.min]).toEqual(['2026-11-20', '2026-11-19'])
  await enterText(screen.getByLabelText('Persona'), ' ana')
  await enterText(screen.getByLabelText('Entidad'), 'rivas')
  const narrowed = 'entity=rivas&type=ProfileEdited&from=2026-11-19&to=2026-11-20&person=ana&limit=25'
  await waitFor(() => expect(asked().at(-1)).toBe(narrowed))
  expect(address()).toBe(`${AT}&type=ProfileEdited&from=2026-11-19&to=2026-11-20`)
})

test('an event shows what it changed, the text that was accepted, and its JSON as in the log [PRIV-19]', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show()
  await userEvent.click(await line('Antonia Rivas cambió la biografía'))
  expect(address()).toBe(`${AT}&event=19402`)
  const open = within(await sheet())
  await open.findByText('Antes y después')
  await open.findByRole('button', { name: 'Restaurar esta versión' })
  open.getByRole('link', { name: '/pages/antonia-rivas' })
  const sides = textsOf(open.getAllByRole('definition')).filter((text) => /^(?:Antes|Después):/.test(text))
  expect(sides).toEqual(['Antes:−Ayudo a ventas.', 'Después:+Ayudo a terreno.', 'Después:++56 9 5123 4567'])
  for (const text of ['20-11-2026 14:05:31', consentText(REGISTER_CONSENT)])
    expect(open.getAllByText(text)).toHaveLength(1)
  await press('Copiar JSON')
  await screen.findByText('JSON copiado')
  expect(JSON.parse(written.mock.calls[0]?.[0] ?? '')).toEqual(eventOf('19402').event)
})

test('arrows and buttons step through the list, Escape closes the sheet, and the focus is on the last event', async () => {
  show()
  await userEvent.click(await line('Antonia Rivas cambió la biografía'))
  expect(within(await sheet()).getByRole('button', { name: 'Siguiente' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('{ArrowLeft}')
  await sheet('Dato eliminado pidió borrar sus datos')
  expect(screen.queryByText('Aceptó')).toBeNull()
  expect(address()).toBe(`${AT}&event=19377`)
  await press('Anterior')
  await sheet('Cambio 19204')
  expect(screen.getByRole('button', { name: 'Anterior' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('{ArrowRight}')
  await sheet('Dato eliminado pidió borrar sus datos')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(AT)
  expect(document.activeElement).toBe(await line('Dato eliminado pidió borrar sus datos'))
})

test('a moment that cannot be read, and an event that is none, say so; one without a version asks for no moment', async () => {
  api.use(http.get(AS_OF, () => new HttpResponse(null, { status: 502 })))
  show(`${AT}&event=19402`)
  await screen.findByText('No pudimos leer ese momento.')
  cleanup()
  let requests = 0
  api.use(http.get(AS_OF, () => ((requests += 1), refused('not-found'))))
  show(`${AT}&event=${RESERVED.position}`)
  await screen.findByText('Avanzado')
  expect(requests).toBe(0)
  cleanup()
  api.use(http.get('*/api/admin/history/:position', () => refused('not-found')))
  show(`${AT}&event=19402`)
  const open = within(await sheet())
  await open.findByText(/^Ese evento no está en el Historial\./)
  expect(open.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

test('erased text is a chip in the sheet and named in its JSON', async () => {
  show(`${AT}&event=19377`)
  const open = within(await sheet('Dato eliminado pidió borrar sus datos'))
  const json = await open.findByRole('region', { name: 'Evento en JSON' })
  expect(JSON.parse(json.textContent)).toMatchObject({ erased: ['email'] })
  expect(open.getAllByText('Dato eliminado').length).toBeGreaterThanOrEqual(2)
})

test('no events, a day in the address that is none and a failure each read so', async () => {
  const detail = 'Escribe una fecha como 2026-11-20.'
  api.use(
    http.get(LIST, ({ request }) =>
      request.url.includes('from=ayer') ? refused('invalid', { detail }) : listed(ENTRIES),
    ),
  )
  show(`${AT}&from=ayer`)
  await screen.findByText(detail)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  api.use(http.get(LIST, () => refused('unavailable')))
  await press('Limpiar filtros')
  await screen.findByText('No pudimos cargar el historial.')
  api.use(http.get(LIST, () => listed([])))
  await press('Reintentar')
  await screen.findByText('Sin eventos todavía.')
  expect(screen.queryByRole('button', { name: 'Limpiar filtros' })).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Tipo'), 'Perfil editado')
  await screen.findByText('Sin eventos en este rango.')
})

test('an event covers no other tab of the panel', async () => {
  show('/admin?tab=usuarios&event=19402')
  await line('Cambio 19204')
  expect(screen.queryByRole('dialog')).toBeNull()
})
