import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { listed } from '../../testing/admin-server.ts'
import { antonia, signedIn } from '../../testing/fixtures.ts'
import { changeOf, entryOf, pastAntonia, todaysAntonia } from '../../testing/history-server.ts'
import { lost, refused } from '../../testing/refused.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { address, fakeApi, goBack, press, showPartAt, textsOf, wholeText } from '../../testing/screen.tsx'
import { HistoryTab } from './HistoryTab.tsx'

const api = fakeApi()
const LIST = '*/api/profile/:id/history'
const AS_OF = '*/api/profile/:id/as-of'
const RESTORE = '*/api/profile/:id/restore'
const AT = '/dashboard?tab=history'

const NEWEST = entryOf(50, { version: 5, sentence: [{ as: 'text', text: 'Cambiaste el cargo' }] })
const ACTIVATED = entryOf(45, { version: 4, type: 'ProfileActivated', at: '2026-11-12T13:31:00.000Z' })
const OLD = entryOf(30, { version: 3, at: '2026-10-03T20:52:00.000Z' })
const FIRST = entryOf(10, { version: 1, at: '2026-09-14T15:00:00.000Z', type: 'ProfileCreated' })

beforeEach(() => {
  api.use(
    http.get(LIST, ({ request }) => {
      if (request.url.includes('after=')) return listed([FIRST], { total: 4 })
      return listed([NEWEST, ACTIVATED, OLD], { total: 4, next: 'b' })
    }),
    http.get(AS_OF, ({ request }) =>
      HttpResponse.json(request.url.includes('version=5') ? todaysAntonia : pastAntonia),
    ),
    http.head('*/healthz', () => new HttpResponse()),
  )
})
const restored = () => HttpResponse.json(antonia, { headers: { etag: '"6"' } })

const show = (at = AT) => showPartAt(at, <HistoryTab profile={antonia} />, signedIn)
const past = () => screen.findByRole('region', { name: 'Cómo estaba' })
const pastCard = async () => {
  const card = within(await past())
  await card.findByText(wholeText('Así estaba el 03-10-2026 17:52'))
  return card
}
const restore = async () => press('Restaurar esta versión', await pastCard())

test('the changes are read again each time the tab is opened', async () => {
  const { requests } = api.takes('get', LIST, () => listed([NEWEST]))
  function Opened() {
    const [times, setTimes] = useState(1)
    return (
      <>
        <HistoryTab key={times} profile={antonia} />
        <button onClick={() => setTimes(times + 1)}>Otra vez</button>
      </>
    )
  }
  showPartAt(AT, <Opened />, signedIn)
  await screen.findByText('Cambiaste el cargo')
  await press('Otra vez')
  await waitFor(() => expect(requests).toHaveLength(2))
})

test('changes stand under their days with time and version, and today’s version beside them', async () => {
  show()
  const list = within(await screen.findByRole('region', { name: 'Cambios' }))
  const days = textsOf(list.getAllByRole('heading', { level: 2 }))
  expect(days.map((day) => day?.replace(/^Hoy, |^Ayer, /, ''))).toEqual([
    expect.stringMatching(/viernes 20-11-2026/i),
    'Jueves 12-11-2026',
    'Sábado 03-10-2026',
  ])
  const [line] = list.getAllByRole('listitem')
  expect(line?.textContent).toBe('14:05Cambiaste el cargoVersión 5')
  expect(list.getAllByText('Mostrando 3 de 4 cambios')).toHaveLength(1)
  const card = within(await past())
  await card.findByText('Así está hoy')
  expect(card.getByRole('button', { name: 'Restaurar esta versión' })).toHaveProperty('disabled', true)
  expect(card.getAllByText('Ya es la versión de hoy.')).toHaveLength(1)
})

test('a line shows its version in the address, what a restore changes, and what it does not', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  show()
  await screen.findByText('Cambio 30')
  expect(scrolled).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('link', { name: 'Cambio 30' }))
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' }))
  const card = await pastCard()
  expect(address()).toBe(`${AT}&version=3`)
  expect(textsOf(card.getAllByRole('definition'))).toEqual([
    'Hoy: Directora ComercialVuelve: Gerenta de Ventas',
    'Hoy: +56 9 5123 4567Vuelve: vacío',
  ])
  card.getByText('2 cambios.')
  expect(screen.getByRole('link', { name: 'Cambio 30' }).getAttribute('aria-current')).toBe('true')
  await goBack()
  await card.findByText('Así está hoy')
})

test('a history that fails is read again, and Ver más reads the next page', async () => {
  api.use(http.get(LIST, () => refused('unavailable'), { once: true }))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('No pudimos cargar el historial.')
  await press('Reintentar')
  await press('Ver más')
  await screen.findByText('Mostrando 4 de 4 cambios')
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull()
})

test('restoring names today’s version, and leads back to it [SCR-13]', async () => {
  const { bodies, sent } = api.takes('post', RESTORE, lost, restored)
  show(`${AT}&version=3`)
  await restore()
  await screen.findByText('Error: No pudimos restaurar la versión. Nada cambió: inténtalo de nuevo.')
  expect(address()).toBe(`${AT}&version=3`)
  await restore()
  await screen.findByText('Restauramos la versión del 03-10-2026 17:52: 2 cambios.')
  await waitFor(() => expect(address()).toBe(AT))
  expect(document.activeElement?.contains(await past())).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(bodies).toEqual([{ version: 3 }, { version: 3 }])
  expect(sent('if-match')).toEqual(['"4"', '"4"'])
})

test('a profile that changed meanwhile is not restored, but read again to be looked at [SCR-13]', async () => {
  const { sent } = api.takes('post', RESTORE, () => refused('conflict'), restored)
  show(`${AT}&version=3`)
  const card = await pastCard()
  const restores = [changeOf('position', 'Cargo', 'Presidenta', 'Gerenta de Ventas')]
  const changed = { ...pastAntonia, newest_etag: '"5"', restores }
  api.use(http.get(AS_OF, () => HttpResponse.json(changed)))
  await press('Restaurar esta versión', card)
  await screen.findByText(/^Error: este perfil cambió en otra sesión\. No restauramos nada/)
  await card.findByText('Presidenta')
  await press('Restaurar esta versión', card)
  await screen.findByText('Restauramos la versión del 03-10-2026 17:52: 1 cambio.')
  expect(sent('if-match')).toEqual(['"4"', '"5"'])
})

test('a list that lacks the newest changes says it, is read again, and no version is restored meanwhile', async () => {
  let isStale = true
  const headers = () => ({ 'total-count': '2', ...(isStale && { stale: 'true' }) })
  api.use(http.get(LIST, () => HttpResponse.json([NEWEST, OLD], { headers: headers() })))
  show(`${AT}&version=3`)
  await screen.findByText('Faltan tus últimos cambios. Los agregamos apenas estén listos.')
  const button = within(await past()).getByRole('button', { name: 'Restaurar esta versión' })
  expect(button).toHaveProperty('disabled', true)
  isStale = false
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
})

test('a version that does not exist says so, and leads back to today', async () => {
  api.use(
    http.get(AS_OF, ({ request }) =>
      request.url.includes('version=99') ? refused('not-found') : HttpResponse.json(todaysAntonia),
    ),
  )
  show(`${AT}&version=99`)
  await screen.findByText('No encontramos lo que buscas.')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await press('Volver a hoy')
  await screen.findByText('Así está hoy')
})

test('erased text reads Dato eliminado, long text is not struck, and a text that stays is named', async () => {
  const long = 'Vendo soluciones de frío y logística para la industria del sur de Chile.'
  const sentence = [
    { as: 'erased', text: '' },
    { as: 'text', text: ' editó' },
  ]
  const name = { ...changeOf('name', 'Nombre', null, null), is_erased: true }
  const restores = [name, changeOf('bio', 'Biografía', 'Hola', long)]
  api.use(
    http.get(LIST, () => listed([{ ...OLD, sentence }])),
    http.get(AS_OF, () => HttpResponse.json({ ...pastAntonia, restores, keeps: ['Teléfono'] })),
  )
  show(`${AT}&version=3`)
  await screen.findByRole('link', { name: 'Dato eliminado editó' })
  const card = within(await past())
  expect(textsOf(card.getAllByRole('definition'))).toEqual(['Dato eliminado', `Vuelve «${long}»`])
  expect(textsOf(card.getAllByRole('listitem'))).toEqual([
    'Teléfono: ya no se acepta como estaba. Queda lo de hoy.',
    'Las imágenes, la dirección y el estado del perfil.',
  ])
})

test('the expediente is saved under the server’s name, shows that it is prepared, and a failure says what to do', async () => {
  const gate = createGate()
  const saved = savedFiles()
  const headers = { 'content-disposition': 'attachment; filename=expediente_antonia.jsonl' }
  const file = () => gate.opened.then(() => new HttpResponse('{}\n', { headers }))
  api.takes('get', '*/api/profile/:id/expediente', file, lost)
  show()
  await press('Descargar expediente')
  await screen.findByRole('button', { name: 'Preparando...' })
  gate.open()
  await screen.findByText('Expediente descargado')
  expect(saved.map(({ name }) => name)).toEqual(['expediente_antonia.jsonl'])
  await press('Descargar expediente')
  await screen.findByText(/^Error: no pudimos preparar el expediente\. Revisa tu conexión/)
})
