import type { MailboxData } from '@app/contracts/privacy/mailbox.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { refused } from '../../testing/refused.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { fakeApi, press, showAt } from '../../testing/screen.tsx'
import {
  blocked,
  emptyMailbox,
  mailbox,
  MAILBOX_KEY,
  quotation,
  reminder,
} from './testing/mailbox-fixtures.ts'
import { MailboxScreen } from './MailboxScreen.tsx'

const api = fakeApi()
const MINE = '*/api/rights/mine'

/** The server's data; calls of the test change it. */
let kept: MailboxData
beforeEach(() => {
  kept = mailbox
  api.use(
    http.get(MINE, () => HttpResponse.json(kept)),
    http.head('*/healthz', () => new HttpResponse()),
  )
})

const show = () => showAt('/mis-datos', <MailboxScreen mailboxKey={MAILBOX_KEY} onEnded={() => undefined} />)

/** Answers an act, after which the server has something else. */
const answers = (after: MailboxData, message = 'Listo.') =>
  api.takes('post', MINE, () => {
    kept = after
    return HttpResponse.json({ message })
  })
const refuses = () => api.use(http.post(MINE, () => refused('unavailable')))
const dialog = () => screen.findByRole('dialog')
const answer = async (name: string) => press(name, within(await dialog()))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const card = (name: string) => screen.getByRole('article', { name })
const loaded = () => screen.findByRole('heading', { level: 2, name: /^Guardamos/ })
const showLoaded = () => {
  show()
  return loaded()
}

test('it says that it loads, then each thing with its words, purpose, period and consent', async () => {
  const gate = createGate()
  api.use(
    http.get(MINE, async () => {
      await gate.opened
      return HttpResponse.json(kept)
    }),
  )
  show()
  expect(screen.getByText('Cargando…').getAttribute('role')).toBe('status')
  gate.open()
  expect((await loaded()).textContent).toBe('Guardamos 3 cosas de ti al 20-11-2026 14:05')
  screen.getByText('Datos que prueba camila@logi.cl. Abierto en esta pestaña hasta las 15:05.')
  const text = card(reminder.title).textContent
  for (const said of [
    'Desde el 12-11-2026 10:22',
    'Tu correocamila@logi.cl',
    'Para enviarte hasta dos correos sobre su tarjeta.',
    `Responsable: Andes Norte. ${PRODUCT.name} los guarda por su encargo.`,
    'Hasta el 12-11-2027 si no vuelves a usarlo.',
    'Al activarlo, aceptas.Lo aceptaste el 12-11-2026 10:22. Evento #19.214',
  ])
    expect(text).toContain(said)
  expect(card(quotation.title).textContent).not.toContain('por su encargo')
})

test('where nothing is kept it says so, and offers the form alone', async () => {
  kept = emptyMailbox
  show()
  await screen.findByText('No guardamos nada de este correo.')
  const form = screen.getByRole('link', { name: 'Pedirlo con un formulario' })
  expect(form.getAttribute('href')).toBe('/mis-datos?tarjeta')
  expect(form.parentElement?.textContent).toBe('¿Falta algo, o hay un error? Pedirlo con un formulario')
  expect(screen.queryByRole('button', { name: /^Borrar todo/ })).toBeNull()
})

test('of more than is shown the number is said, and the download has what the page shows', async () => {
  const saved = savedFiles()
  kept = { ...mailbox, things_total: 312 }
  show()
  await screen.findByText(/^Se muestran las 3 más nuevas de 312/)
  await press('Descargar todo')
  expect(saved.map(({ name }) => name)).toEqual(['mis-datos.json'])
})

test('all is erased once, after a dialog that says what stays; a failure stays in it', async () => {
  refuses()
  await showLoaded()
  await press('Borrar todo: camila@logi.cl')
  const asks = await dialog()
  expect(asks.textContent).toContain(
    'Quedan las cifras, sin decir de quién son. En los respaldos deja de poder leerse en 24 horas. No se puede deshacer.',
  )
  expect(document.activeElement?.textContent).toBe('Cancelar')
  await answer('Borrar todo')
  await within(asks).findByText(/^No pudimos responder ahora/)
  await answer('Cancelar')
  await isClosed()
  const { bodies, sent } = answers(emptyMailbox, 'Borramos todo.')
  await press('Borrar todo: camila@logi.cl')
  await userEvent.dblClick(within(await dialog()).getByRole('button', { name: 'Borrar todo' }))
  await screen.findByText('No guardamos nada de este correo.')
  expect([bodies, sent('mailbox-key')]).toEqual([[{ act: 'erase' }], [MAILBOX_KEY]])
  await isClosed()
})

test('one thing is erased, and the focus goes to the list', async () => {
  const { bodies } = answers({ ...mailbox, things: [reminder, blocked], things_total: 2 })
  await showLoaded()
  await press(`Borrar: ${quotation.title}`)
  await answer('Borrar')
  await waitFor(() => expect(screen.queryByRole('article', { name: quotation.title })).toBeNull())
  expect(bodies).toEqual([{ act: 'erase', id: quotation.id }])
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('data-title'))
})

test('a block is confirmed in words; afterwards the thing has none, and can be unblocked or erased', async () => {
  await showLoaded()
  await press(`Bloquear: ${quotation.title}`)
  expect((await dialog()).textContent).toContain('Nadie lo ve ni lo usa hasta que lo desbloquees')
  const { bodies } = answers({ ...mailbox, things: [{ ...blocked, id: quotation.id }], things_total: 1 })
  await answer('Bloquear')
  const text = (await screen.findByRole('article', { name: blocked.title })).textContent
  expect(bodies).toEqual([{ act: 'block', id: quotation.id }])
  expect(text).toContain(`Responsable: ${PRODUCT.name}.`)
  expect(text).toContain('Desde el 19-11-2026 18:30 nadie lo ve ni lo usa. No está borrado.')
  expect(within(card(blocked.title)).getAllByRole('button')).toHaveLength(2)
})

test('a block is lifted by one press, and a failure is told', async () => {
  refuses()
  await showLoaded()
  await press(`Desbloquear: ${blocked.title}`)
  await screen.findByText(/^Error al desbloquear\. No pudimos responder ahora/)
  const { bodies } = answers({ ...mailbox, things: [reminder, quotation], things_total: 2 }, 'Desbloqueado.')
  await press(`Desbloquear: ${blocked.title}`)
  await screen.findByText('Desbloqueado.')
  expect(bodies).toEqual([{ act: 'unblock', id: blocked.id }])
})

test('an objection is asked for, and said from then on', async () => {
  answers({ ...mailbox, objected_at: mailbox.as_of }, 'Listo: nadie te escribirá.')
  await showLoaded()
  await press('No me escriban más: camila@logi.cl')
  await answer('No me escriban más')
  await screen.findByText('Desde el 20-11-2026 14:05 no te escribimos.')
  expect(screen.queryByRole('button', { name: /^No me escriban/ })).toBeNull()
})
