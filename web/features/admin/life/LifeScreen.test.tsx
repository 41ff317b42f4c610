// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { antonia, signedIn } from '../../../testing/fixtures.ts'
import { pastAntonia } from '../../../testing/history-server.ts'
import { lifeOf } from '../../../testing/life-server.ts'
import { address, fakeApi, showAt } from '../../../testing/screen.tsx'
import { LifeScreen } from './LifeScreen.tsx'

const api = fakeApi()
const TOTAL = 40
let asked: string[] = []
beforeEach(() => {
  asked = []
  // Clocks of answers go on; that of the player stands still.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  api.use(
    http.get('*/api/admin/life/profile/:id', () => HttpResponse.json(lifeOf(TOTAL))),
    http.get('*/api/admin/history/:position/entity', ({ params }) => {
      asked.push(String(params.position))
      const version = params.position === '1' ? 1 : 2
      const entity = lifeOf(1).entity
      return HttpResponse.json({ entity, profile: { ...pastAntonia, version }, account: null })
    }),
  )
})
afterEach(() => vi.useRealTimers())

const entity = `profile-${antonia.id}`
const show = (at = '') =>
  showAt(`/admin?tab=historial&life=${entity}${at}`, <LifeScreen entity={entity} />, signedIn)
const isAt = (index: number) => screen.findByText(`Evento ${index} de ${TOTAL}`)
const key = (name: string, more = {}) =>
  fireEvent.keyDown(screen.getByRole('region', { name: 'Reproducción' }), { key: name, ...more })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const clicks = () => screen.getByText('Clics').closest('div')!.textContent

test('a step shows the event, the figures that it changed and the page after it [PROJ-2]', async () => {
  show('&at=3')
  await isAt(3)
  expect(clicks()).toBe('Clicsantes 12+1')
  expect(screen.getAllByText('2 cambios')).toHaveLength(1)
  expect(screen.getAllByText('Toque en WhatsApp. La página no cambió.')).toHaveLength(1)
  await screen.findByText('Versión 1, tema Celeste')
  const current = screen.getByText('Tarjeta NFC, Android, visitante 12').closest('li')!
  expect(current.getAttribute('aria-current')).toBe('step')
  expect(screen.getAllByText('Simulación: no se envía correo')).toHaveLength(1)
})

test('keys step both ways and to the ends, and read the page once a version', async () => {
  show('&at=9')
  await isAt(9)
  for (const [name, index] of [
    ['ArrowRight', 10],
    ['ArrowRight', 11],
    ['ArrowLeft', 10],
    ['ArrowLeft', 9],
    ['End', TOTAL],
    ['ArrowRight', TOTAL],
    ['Home', 1],
  ] as const) {
    key(name)
    await isAt(index)
    if (index === 10) await screen.findByText('Versión 2, tema Celeste')
  }
  key('ArrowRight', { ctrlKey: true })
  await isAt(1)
  expect(asked.toSorted()).toEqual(['1', '10'])
})

test('it plays at the chosen speed, until it is paused or over [PROJ-2]', async () => {
  show()
  await isAt(1)
  await press('1×')
  key(' ')
  await pass(3_000)
  await isAt(4)
  await press('10×')
  await pass(300)
  await isAt(7)
  await press('Pausar')
  await pass(1_000)
  await isAt(7)
  await press('100×')
  key(' ')
  await pass(300)
  await isAt(37)
  await pass(100)
  await isAt(TOTAL)
  await press('Reproducir')
  await isAt(1)
})

test('the slider goes to any event', async () => {
  show()
  await isAt(1)
  fireEvent.change(screen.getByRole('slider', { name: 'Posición en la vida' }), {
    target: { value: '50000' },
  })
  await isAt(21)
})

test('a page that fails leaves the last one, and is read again', async () => {
  show('&at=9')
  await screen.findByText('Versión 1, tema Celeste')
  api.use(
    http.get('*/api/admin/history/10/entity', () => new HttpResponse(null, { status: 500 }), { once: true }),
  )
  key('ArrowRight')
  const alert = await screen.findByRole('alert')
  expect(screen.getAllByText('Versión 1, tema Celeste')).toHaveLength(1)
  await userEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }))
  await screen.findByText('Versión 2, tema Celeste')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a life that fails is read again, and the way back leads to Historial', async () => {
  api.use(
    http.get('*/api/admin/life/profile/:id', () => new HttpResponse(null, { status: 500 }), { once: true }),
  )
  show()
  await screen.findByText('No pudimos cargar los eventos.')
  await press('Reintentar')
  await isAt(1)
  await press('Volver al Historial')
  expect(address()).toBe('/admin?tab=historial')
})
