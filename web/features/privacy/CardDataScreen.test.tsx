import { type CardData, ERASED, OBJECTED } from '@app/contracts/privacy/card-data.ts'
import type { KeptThing } from '@app/contracts/privacy/mailbox.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { antonia } from '../../testing/fixtures.ts'
import { refused } from '../../testing/refused.ts'
import { savedFiles } from '../../testing/saved-files.ts'
import { fakeApi, press, showAt } from '../../testing/screen.tsx'
import { CardDataScreen } from './CardDataScreen.tsx'
import { reminder } from './testing/mailbox-fixtures.ts'

const LEFT: KeptThing = {
  ...reminder,
  id: 'visitor-1',
  kind: 'visitor',
  title: 'Lo que dejaste a Antonia',
  fields: [
    { name: 'full_name', label: 'Nombre', value: 'Rayen <b>Q</b>' },
    { name: 'activity', label: 'Lo que hiciste (1)', value: '20-11-2026 14:05 · Abriste el perfil' },
  ],
}
const DATA: CardData = { profile: { slug: 'demo', name: 'Antonia' }, things: [LEFT, reminder] }
const VISITOR_ID = '0199a1b2-0000-4000-8000-0000000000aa'
const [ID, NAME, UNCOUNTED] = [`visitor.${antonia.id}`, `name.${antonia.id}`, `uncounted.${antonia.id}`]
const MINE = `*/api/public/my-data/${antonia.id}`

const api = fakeApi()
let asked: string[]
let kept: CardData | undefined

beforeEach(() => {
  // As the public page stores them.
  const until = Date.now() + 86_400_000
  const click = { profileId: antonia.id, pressedAtMs: Date.now(), body: { event_id: VISITOR_ID } }
  localStorage.setItem(ID, JSON.stringify({ value: VISITOR_ID, until }))
  localStorage.setItem(NAME, JSON.stringify({ value: 'Rayén', until }))
  localStorage.setItem('clicks', JSON.stringify([click]))
  asked = []
  kept = DATA
  api.use(
    http.all(`${MINE}*`, ({ request }) => {
      const what = `${request.method}${new URL(request.url).pathname.split(antonia.id)[1]}`
      asked.push(`${what} ${request.headers.get('visitor-id')}`)
      if (!kept) return refused('visitor-not-found')
      return HttpResponse.json(
        what === 'GET' ? kept : { message: what === 'DELETE' ? ERASED : `${OBJECTED} Queda.` },
      )
    }),
  )
})
const show = () => showAt('/mis-datos', <CardDataScreen profileId={antonia.id} />)
const confirm = async (name: string) => press(name, within(await screen.findByRole('dialog')))
const keys = () => Object.keys(localStorage).filter((key) => key.includes(antonia.id) || key === 'clicks')

test('words are shown as they are, with the consent and its event, then reminders [PRIV-9, PRIV-19]', async () => {
  show()
  const main = within(await screen.findByRole('main'))
  await main.findByText('Rayen <b>Q</b>')
  const { textContent: text } = main.getByRole('article', { name: LEFT.title })
  expect(text).toContain('Al activarlo, aceptas.Lo aceptaste el 12-11-2026 10:22. Evento #19.214')
  expect(text).toContain('Lo que hiciste (1)20-11-2026 14:05 · Abriste el perfil')
  main.getByRole('article', { name: reminder.title })
  expect(main.getByRole('link', { name: 'la tarjeta' }).getAttribute('href')).toBe('/pages/demo')
  expect(asked).toEqual([`GET ${VISITOR_ID}`])
  const files = savedFiles()
  await press('Descargar')
  expect(files.map(({ name }) => name)).toEqual(['mis-datos-demo.json'])
})

test.each(['משה כהן', 'ليلى حداد'])('the name %s turns no sentence around it', async (name) => {
  const fields = [{ name: 'full_name', label: 'Nombre', value: name }]
  kept = { profile: { slug: 'demo', name }, things: [{ ...LEFT, fields }] }
  show()
  await screen.findByText(`Lo que dejaste en el perfil de \u2068${name}\u2069 con este navegador.`)
  expect(screen.getByText(name).getAttribute('dir')).toBe('auto')
})

test('an erasure is asked first, and the browser forgets the visitor once it is done, not before [PRIV-9]', async () => {
  show()
  await press(/^Borrar mis datos/)
  expect((await screen.findByRole('dialog')).textContent).toContain('Los recordatorios que pediste')
  api.use(http.delete(MINE, () => refused('unavailable'), { once: true }))
  await confirm('Borrar mis datos')
  await within(screen.getByRole('dialog')).findByRole('alert')
  expect(keys()).toEqual([ID, NAME, 'clicks'])
  await confirm('Borrar mis datos')
  await screen.findByText(ERASED)
  expect(asked.at(-1)).toBe(`DELETE ${VISITOR_ID}`)
  expect(keys()).toEqual([])
  await screen.findByText(/^No hay datos tuyos en este perfil/)
})

test('an erasure whose answer was lost is done', async () => {
  show()
  await press(/^Borrar mis datos/)
  kept = undefined
  await confirm('Borrar mis datos')
  await screen.findByText(ERASED)
  expect(keys()).toEqual([])
})

test('an objection is noted, then the browser forgets who asked; it is taken back in the same place [PRIV-20]', async () => {
  show()
  await press(/^No contar mis visitas/)
  expect((await screen.findByRole('dialog')).textContent).toContain('Lo que dijiste de ti sigue guardado')
  api.use(http.post(`${MINE}/object`, () => refused('unavailable'), { once: true }))
  await confirm('No contar mis visitas')
  await within(screen.getByRole('dialog')).findByRole('alert')
  expect(keys()).toEqual([ID, NAME, 'clicks'])
  await confirm('No contar mis visitas')
  await screen.findByText(`${OBJECTED} Queda.`)
  expect(asked.at(-1)).toBe(`POST/object ${VISITOR_ID}`)
  expect(keys()).toEqual([UNCOUNTED])
  await press('Contar mis visitas otra vez')
  await screen.findByText('Desde ahora contamos tus visitas a esta tarjeta.')
  expect(keys()).toEqual([])
})

test('a browser that stores nothing is told how else to object', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('blocked')
  })
  show()
  await press(/^No contar mis visitas/)
  await confirm('No contar mis visitas')
  await screen.findByText(/^Error: este navegador no guarda ajustes\./)
  screen.getByRole('button', { name: /^No contar mis visitas/ })
})

test('without an id nothing is asked, and an objection is kept all the same', async () => {
  localStorage.clear()
  show()
  await screen.findByText(/^No hay datos tuyos en este perfil/)
  await press(/^No contar mis visitas/)
  await confirm('No contar mis visitas')
  await screen.findByText(OBJECTED)
  await waitFor(() => expect(keys()).toEqual([UNCOUNTED]))
  expect(asked).toEqual([])
})
