// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { fakeApi } from '../../../testing/screen.tsx'
import { htmlOf } from '../../public-page/testing/opened-page.ts'
import { ANTONIA } from '../../public-page/testing/sample-profile.ts'
import { DemoPhone } from './DemoPhone.tsx'
import { demoPageOf, useDemo } from './use-demo.ts'

const api = fakeApi()
afterEach(cleanup)

const Phone = () => <DemoPhone demo={useDemo()} />
const page = () => HttpResponse.html(htmlOf(ANTONIA))
const answering = (answer: () => Response | Promise<Response>, once = false) =>
  api.use(http.get('*/pages/demo', answer, { once }))

async function opened() {
  render(<Phone />)
  await userEvent.click(screen.getByRole('button', { name: 'Ver el perfil demo en grande' }))
  return screen.findByRole('dialog', { name: 'Perfil demo' })
}
const frameIn = (dialog: HTMLElement): ShadowRoot | undefined =>
  [...dialog.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot !== null)?.shadowRoot ?? undefined

test('the dialog shows that the profile is loading, then the profile with its address, and closes', async () => {
  const gate = createGate()
  answering(async () => {
    await gate.opened
    return page()
  })
  const dialog = await opened()
  expect(screen.getByText('Cargando perfil...').getAttribute('role')).toBe('status')
  gate.open()
  await expect.poll(() => frameIn(dialog)?.querySelector('h1')?.textContent).toBe('Antonia Rivas Soto')
  expect(screen.queryByText('Cargando perfil...')).toBeNull()
  const link = screen.getByRole('link', { name: 'Abrir en una pestaña' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/pages/demo', '_blank'])
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ver el perfil demo en grande' }))
})

test('where there is no demo profile, the phone is a picture that opens nothing', async () => {
  answering(() => HttpResponse.html('<h1>Perfil no encontrado</h1>', { status: 404 }))
  render(<Phone />)
  await expect.poll(() => screen.queryByRole('button', { name: 'Ver el perfil demo en grande' })).toBeNull()
  expect(document.querySelector('[data-silhouette]')).not.toBeNull()
})

test('the phone shows the profile as its silhouette announced it: in celeste, without its picture', async () => {
  answering(() => HttpResponse.html(htmlOf({ ...ANTONIA, theme_color: 'dark', background_image: 'sea' })))
  render(<Phone />)
  const frame = () => frameIn(document.querySelector<HTMLElement>('[data-profile-theme=blue]')!)
  await expect
    .poll(() => frame()?.querySelector('[data-profile-theme=blue] h1')?.textContent)
    .toBe('Antonia Rivas Soto')
  expect(frame()?.querySelectorAll('.photo, .backdrop')).toHaveLength(0)
  expect(frame()?.querySelector('[inert] h1')?.textContent).toBe('Antonia Rivas Soto')
})

test('nothing in the picture leads anywhere: the contact file’s delivery would be an event', () => {
  const demo = demoPageOf(htmlOf({ ...ANTONIA, background_image: 'sea' }))
  const drawn = new DOMParser().parseFromString(demo?.markup ?? '', 'text/html').body
  expect(drawn.textContent).toContain('Guardar contacto')
  expect(drawn.querySelectorAll('[href], [action], [formaction], script, style, dialog')).toHaveLength(0)
  expect([...drawn.querySelectorAll('.openers button')].map((button) => button.getAttribute('type'))).toEqual(
    ['button', 'button'],
  )
  expect(drawn.querySelector('main')).toBeNull()
  expect(drawn.querySelectorAll(':scope > div.column')).toHaveLength(1)
  expect(demo?.name).toBe('Antonia Rivas Soto')
})

test.each(['', '<h1>Esta página no existe</h1>', '<body data-profile-id="1"><div class="column"></div>'])(
  'what is no profile is none: %j',
  (html) => {
    expect(demoPageOf(html)).toBeUndefined()
  },
)
