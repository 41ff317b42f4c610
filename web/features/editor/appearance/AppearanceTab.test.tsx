import { ownProfile } from '@app/contracts/profile-calls.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { createGate } from '../../../../tests/support/gate.ts'
import { antonia, owner, signedInAs } from '../../../testing/fixtures.ts'
import { profileServer } from '../../../testing/profile-server.ts'
import { detailOf, refused } from '../../../testing/refused.ts'
import { address, fakeApi, press, replaceText, showAt, showPartAt } from '../../../testing/screen.tsx'
import { setWindowWidth } from '../../../testing/window-width.ts'
import { AppearanceTab } from './AppearanceTab.tsx'

const api = fakeApi()
const PROFILE = `*/api/profile/${antonia.id}`
const CHANGED = 'Error: este perfil cambió en otra sesión.'

let server: ReturnType<typeof profileServer>
beforeEach(() => {
  setWindowWidth(1_440)
  server = profileServer(ownProfile.parse(antonia))
  api.use(...server.handlers)
})
/** Answers a change before the server, which follows if there is no answer. */
const before = (answer: () => Response | Promise<void>) => api.use(http.put(PROFILE, answer))
const sent = () => server.puts.map(({ changes }) => changes)
const kept = () => server.current().theme_color
const show = async () => {
  showPartAt('/dashboard', <AppearanceTab profile={antonia} />, signedInAs(owner))
  await screen.findByRole('radiogroup', { name: 'Temas' })
}
const theme = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const checked = () => screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked)
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, text: string) => replaceText(box(name), text)
const apply = () => press('Aplicar colores personalizados')
const look = () => {
  const host = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot !== null)
  return host?.shadowRoot?.querySelector('.look') ?? undefined
}
const painted = () => look()?.getAttribute('style') ?? look()?.getAttribute('data-profile-theme')

test('of themes chosen while one is sent the last follows, on the revision that the first one made', async () => {
  const gate = createGate()
  before(() => gate.opened)
  await show()
  for (const name of ['Bosque', 'Violeta', 'Cálido']) await userEvent.click(theme(name))
  expect(checked()).toEqual([theme('Cálido')])
  gate.open()
  await waitFor(() => expect(kept()).toBe('warm'))
  await screen.findByText('Tema aplicado correctamente')
  expect(sent()).toEqual([{ theme_color: 'green' }, { theme_color: 'warm' }])
  expect(screen.queryByText(CHANGED)).toBeNull()
})

test('a theme that fails is reverted, with the reason of the server or a fixed one', async () => {
  await show()
  for (const [refusal, text] of [
    [() => refused('unavailable'), `Error: ${detailOf('unavailable')}`],
    [() => new HttpResponse('<html>', { status: 502 }), 'Error: Error updating profile'],
    [() => HttpResponse.error(), 'Sin conexión.'],
  ] as const) {
    before(() => refusal() as Response)
    await userEvent.click(theme('Noche'))
    expect((await screen.findByText(text)).closest('[role]')?.getAttribute('role')).toBe('alert')
    expect(checked(), text).toEqual([theme('Celeste')])
    await waitFor(() => expect(painted(), text).toBe('blue'))
  }
})

test('colours of one’s own begin with those of the theme in use, and are folded until one is tried; a refused one stays typed', async () => {
  await show()
  const folded = () => box('Fondo').closest('details')
  expect(folded()?.open).toBe(false)
  await userEvent.click(theme('Noche'))
  await waitFor(() => expect(box('Fondo').value).toBe('#0A151B'))
  expect([box('Texto').value, box('Botones').value, folded()?.open]).toEqual(['#F2F7F9', '#F2F7F9', false])
  await type('Botones', '#FFB454')
  expect(folded()?.open).toBe(true)
  before(() => refused('invalid', { field: 'button_color', detail: 'Escribe un color como #7CDAF9.' }))
  await apply()
  await waitFor(() => expect(box('Botones').getAttribute('aria-invalid')).toBe('true'))
  expect(box('Botones').value).toBe('#FFB454')
})

test('a text that is hard to read gets a readable one with one press; Restablecer brings back the saved colours', async () => {
  await show()
  const reset = screen.getByRole('button', { name: 'Restablecer' })
  expect(reset).toHaveProperty('disabled', true)
  await type('Texto', '#CCCCCC')
  expect(reset).toHaveProperty('disabled', false)
  expect(screen.getAllByText(/se ajustará/)).toHaveLength(2)
  expect(screen.getAllByText('Ajustamos el color del texto para que se lea bien.')).toHaveLength(1)
  const fix = screen.getByRole('button', { name: /^Usar #/ })
  const colour = fix.textContent.replace('Usar ', '').trim()
  await userEvent.click(fix)
  expect(box('Texto').value).toBe(colour)
  expect(screen.queryByText(/se ajustará/)).toBeNull()
  expect(screen.getAllByText(/^\d+,\d:1 AA$/)).toHaveLength(3)
  expect(screen.queryByText('Ajustamos el color del texto para que se lea bien.')).toBeNull()
  await type('Fondo', '#102030')
  await userEvent.click(reset)
  expect(box('Fondo').value).toBe('#FFFFFF')
  await waitFor(() => expect(painted()).toBe('blue'))
  expect(sent()).toEqual([])
})

test('a profile that changed elsewhere is refused a theme and colours, and shows its new values [SCR-2]', async () => {
  await show()
  for (const [act, button, changed] of [
    [() => userEvent.click(theme('Noche')), '#FFB454', 'warm'],
    [() => type('Botones', '#112233').then(apply), '#12704A', 'green'],
  ] as const) {
    server.change({ theme_color: changed })
    await act()
    expect((await screen.findByText(CHANGED)).closest('[role=alert]')).not.toBeNull()
    await waitFor(() => expect(box('Botones').value).toBe(button))
    expect(kept()).toBe(changed)
  }
  expect(checked()).toEqual([theme('Bosque')])
  await userEvent.click(theme('Noche'))
  await screen.findByText('Tema aplicado correctamente')
})

test('leaving with colours that were not applied asks', async () => {
  const AT = '/dashboard?tab=appearance'
  const parts = (
    <>
      <AppearanceTab profile={antonia} />
      <Link to={AT}>Apariencia</Link>
      <Link to="/dashboard?tab=analytics">Analíticas</Link>
    </>
  )
  showAt('/dashboard?tab=profiles', parts, signedInAs(owner))
  await screen.findByRole('radiogroup')
  const follow = (name: string) => userEvent.click(screen.getByRole('link', { name }))
  await follow('Apariencia')
  await type('Fondo', '#102030')
  await follow('Analíticas')
  const asked = within(await screen.findByRole('dialog', { name: '¿Salir sin guardar?' }))
  await press('Seguir editando', asked)
  expect([address(), box('Fondo').value]).toEqual([AT, '#102030'])
  await press('Restablecer')
  await follow('Analíticas')
  expect(address()).toBe('/dashboard?tab=analytics')
})
