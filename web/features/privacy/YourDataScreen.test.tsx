import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { createGate } from '../../../tests/support/gate.ts'
import { testTable } from '../../../tests/support/every.ts'
import { lost, refused } from '../../testing/refused.ts'
import { address, enterText, fakeApi, press, showAt } from '../../testing/screen.tsx'
import { mailboxKey } from './privacy-api.ts'
import { linkTokenIn } from './RightsFrame.tsx'
import { mailbox, MAILBOX_KEY, TOKEN } from './testing/mailbox-fixtures.ts'
import { YourDataScreen } from './YourDataScreen.tsx'

const api = fakeApi()
const [LINK, OPEN, MINE] = ['*/api/rights/link', '*/api/rights/open', '*/api/rights/mine'] as const
const SENT = 'Si el correo existe, te enviamos un enlace.'

/** As a link that was opened here before. */
const open = () => sessionStorage.setItem('app.mailbox-key', MAILBOX_KEY)
const opened = () => HttpResponse.json({ email: mailbox.email, until: mailbox.until })
const show = (more = '') => showAt(`/mis-datos${more}`, <YourDataScreen />)
const email = () => screen.getByLabelText<HTMLInputElement>('Correo electrónico')
const followLink = () => {
  show(`#${TOKEN}`)
  return press('Ver mis datos')
}
const shown = () => screen.findByText('Guardamos 3 cosas de ti', { exact: false })

beforeEach(() => api.use(http.get(MINE, () => HttpResponse.json(mailbox))))

test('the door is in no index, sends no referrer but an e-mail, says the server’s words, and takes another one', async () => {
  const { bodies } = api.takes('post', LINK, () => HttpResponse.json({ message: SENT }))
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mis datos')
  screen.getByText('Mira qué guardamos de ti. Corrígelo o bórralo cuando quieras.')
  expect(screen.getAllByText('Te enviamos un enlace que vence en 60 minutos.')).toHaveLength(1)
  const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
  expect([meta('referrer'), meta('robots')]).toEqual(['no-referrer', 'noindex'])
  await enterText(email(), ' camila@logi.cl', '{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe(SENT)
  expect(bodies).toEqual([{ email: 'camila@logi.cl' }])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mis datos'))
  await press('Usar otro correo')
  expect(email().value).toBe('')
})

test('what is no e-mail is shown at the field and not sent; the server’s answer is shown, and the e-mail stays', async () => {
  show()
  await enterText(email(), 'camila', '{Enter}')
  await screen.findByText('Escribe un correo válido, por ejemplo nombre@empresa.cl.')
  expect(document.activeElement).toBe(email())
  api.use(http.post(LINK, () => HttpResponse.error()))
  await enterText(email(), '@logi.cl', '{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('No pudimos enviar el enlace.')
  expect(email().value).toBe('camila@logi.cl')
})

test('a link is used up by the press alone, once, with a key that this browser keeps [PRIV-16]', async () => {
  const gate = createGate()
  const { bodies } = api.takes('post', OPEN, () => gate.opened.then(opened))
  show(`#token=${TOKEN}`)
  const button = screen.getByRole('button', { name: 'Ver mis datos' })
  expect([bodies.length, mailboxKey()]).toEqual([0, undefined])
  await userEvent.dblClick(button)
  gate.open()
  await shown()
  expect(mailboxKey()).toMatch(/^[\w-]{43}$/)
  expect(bodies).toEqual([{ token: TOKEN, mailbox_key: mailboxKey() }])
  expect(address()).toBe('/mis-datos')
})

test('a press whose answer got lost is repeated with the same key', async () => {
  const { bodies } = api.takes('post', OPEN, lost, opened)
  await followLink()
  expect((await screen.findByRole('alert')).textContent).toBe('No pudimos abrir tus datos.')
  await press('Ver mis datos')
  await shown()
  expect(bodies[1]).toEqual(bodies[0])
})

test('a dead link says so, leads to the door, and takes nothing from what an earlier one opened', async () => {
  api.use(http.post(OPEN, () => refused('invalid-token')))
  for (const key of [undefined, MAILBOX_KEY]) {
    if (key !== undefined) open()
    await followLink()
    expect((await screen.findByText('Este enlace ya no sirve.')).getAttribute('role')).toBe('status')
    expect(mailboxKey()).toBe(key)
    await userEvent.click(screen.getByRole('link', { name: 'Pedir otro enlace' }))
    await (key === undefined ? waitFor(() => expect(email().value).toBe('')) : shown())
    cleanup()
  }
})

test('what has ended elsewhere leads to the door, which says so', async () => {
  open()
  api.use(http.get(MINE, () => refused('invalid-token')))
  show()
  await screen.findByText('Se acabó el tiempo en esta pestaña. Pide otro enlace para seguir.')
  expect(mailboxKey()).toBeUndefined()
})

test('after everything was erased the door says so', async () => {
  const message = 'Borramos todo lo que guardábamos de este correo.'
  api.use(
    http.post(MINE, () => {
      api.use(http.get(MINE, () => refused('invalid-token')))
      return HttpResponse.json({ message })
    }),
  )
  open()
  show()
  await shown()
  await press(`Borrar todo: ${mailbox.email}`)
  const dialog = within(await screen.findByRole('dialog'))
  await press('Borrar todo', dialog)
  await waitFor(() => expect(email().value).toBe(''))
  screen.getByText(message)
  expect(mailboxKey()).toBeUndefined()
})

test('the page ends by the server’s instants, whatever the clock of the browser says', async () => {
  const soon = { ...mailbox, as_of: '2020-01-01T00:00:00.000Z', until: '2020-01-01T00:00:00.300Z' }
  api.use(http.get(MINE, () => HttpResponse.json(soon)))
  open()
  show()
  await shown()
  await screen.findByText(/^Se acabó el tiempo/)
  expect(screen.queryByText('camila@logi.cl')).toBeNull()
})

test('where the browser stores nothing, the page is open until it is left', async () => {
  const store = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('blocked')
  })
  api.use(http.post(OPEN, () => opened()))
  await followLink()
  await shown()
  await press('Cerrar')
  await screen.findByText(/^Cerraste tus datos/)
  store.mockRestore()
})

testTable([`#${TOKEN}`, `#token=${TOKEN}`, `#${TOKEN}.`, `#${TOKEN}%3E%20`, `#token=${TOKEN})\u200b`])(
  'a fragment with signs behind it has the token of a link',
  (hash) => expect(linkTokenIn(hash)).toBe(TOKEN),
)

testTable(['', '#', '#contenido', '#token=', `#${TOKEN} x`, `#otro=${TOKEN}`])(
  'another fragment has no token of a link',
  (hash) => expect(linkTokenIn(hash)).toBeUndefined(),
)
