// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodesPanel } from '../features/admin/codes/CodesPanel.tsx'
import { ProfilesPanel } from '../features/admin/profiles/ProfilesPanel.tsx'
import { EditTab } from '../features/editor/EditTab.tsx'
import { ImageSlots } from '../features/editor/images/ImageSlots.tsx'
import { enterText } from '../testing/enter-text.ts'
import { drawPictures, jpegFile } from '../features/editor/images/testing/picture-browser.ts'
import { DemoPhone } from '../features/landing/demo/DemoPhone.tsx'
import { useDemo } from '../features/landing/demo/use-demo.ts'
import { QuotationSection } from '../features/landing/quotation/QuotationSection.tsx'
import { sendQuotation } from '../features/landing/quotation/send-quotation.ts'
import { createSend } from '../features/public-profile/browser/send-call.ts'
import { browserClock as clock } from '../features/public-profile/browser/clock.ts'
import { watchRemindDialog } from '../features/public-profile/browser/remind/remind-dialog.ts'
import { createRemind } from '../features/public-profile/browser/remind/remind.ts'
import { openPage, getElement } from '../features/public-profile/browser/visit/opened-page.ts'
import { newVisit } from '../features/public-profile/browser/visit/page-visit.ts'
import { parsedPage, renderer, site } from '../features/public-profile/rendered-page.ts'
import { analytics, antonia, meOf, newcomer, owner, signedIn, signedInAs } from '../testing/fixtures.ts'
import { emptyLists, listed } from '../testing/admin-server.ts'
import { quietCalls } from '../testing/live-server.ts'
import { detailOf, refused } from '../testing/refused.ts'
import { fakeApi, showAt, showPartAt } from '../testing/screen.tsx'
import { App } from './App.tsx'

vi.mock('../ui/Chart.tsx', () => ({ Chart: () => null }))

const api = fakeApi()
/** Pages of the server bring a body of their own. */
const { body } = document
const typing = userEvent.setup({ delay: null })
const { user_name: _name, user_email: _email, created_at: _created, ...own } = antonia

type Answer = () => Response
const nobody: Answer = () => HttpResponse.error()
const is =
  (body: object): Answer =>
  () =>
    HttpResponse.json(body)
const valid = { valid: true, email: owner.email, message: '' }
const invalid = (message: string): Answer => is({ valid: false, email: null, message })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  api.use(
    ...quietCalls(),
    http.get('*/api/auth/methods', is({ password: true, external: { name: 'Google' } })),
    http.get('*/api/auth/me', is(meOf(owner))),
    http.get('*/api/profiles/me', is([])),
    http.get('*/api/figures/:profileId/unified', is(analytics)),
    http.get('*/pages/demo', nobody),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (document.body !== body) document.body.replaceWith(body)
})

const field = (label: string) => screen.findByLabelText(label)
const press = async (name: string) => typing.click(await screen.findByRole('button', { name }))
const fill = async (fields: Readonly<Record<string, string>>) => {
  for (const [label, text] of Object.entries(fields)) await enterText(await field(label), text)
}
const LOGIN = { 'Correo electrónico': owner.email, Contraseña: 'Correcta1' }

const showAppearance = (answer: Answer) => {
  const one = '*/api/profile/:id'
  api.use(http.get('*/api/profiles/me', is([own])), http.get(one, is(own)), http.put(one, answer))
  showAt('/dashboard?tab=appearance', <App />, signedInAs(owner))
}

/** One action for each screen; the answer is what its call gets. */
const SCREENS = {
  '/login': async (answer: Answer) => {
    api.use(http.post('*/api/auth/login', answer))
    showAt('/login', <App />)
    await fill(LOGIN)
    await press('Entrar')
  },
  '/register': async (answer: Answer) => {
    api.use(http.post('*/api/auth/register', answer))
    showAt('/register', <App />)
    await fill({ 'Nombre completo': owner.name, ...LOGIN })
    await press('Crear cuenta')
  },
  '/profile#session_id': (answer: Answer) => {
    api.use(http.post('*/api/auth/emergent-login', answer))
    showAt('/profile#session_id=abc', <App />)
  },
  '/profile': () => void showAt('/profile', <App />),
  '/profile#session_id=': () => void showAt('/profile#session_id=', <App />),
  '/profile#error': () => void showAt('/profile#error=nothing', <App />),
  '/auth/forgot-password': async (answer: Answer) => {
    api.use(http.post('*/api/auth/forgot-password', answer))
    showAt('/auth/forgot-password', <App />)
    await fill({ 'Correo electrónico': owner.email })
    await press('Enviar enlace')
  },
  '/auth/reset': () => void showAt('/auth/reset', <App />),
  '/auth/reset?token': (answer: Answer) => {
    api.use(http.get('*/api/auth/verify-reset-token/:token', answer))
    showAt('/auth/reset?token=secret', <App />)
  },
  '/auth/reset?token, a new password': async (answer: Answer) => {
    api.use(
      http.get('*/api/auth/verify-reset-token/:token', is(valid)),
      http.post('*/api/auth/reset-password', answer),
    )
    showAt('/auth/reset?token=secret', <App />)
    await fill({ 'Nueva contraseña': 'Correcta1', 'Repite la contraseña': 'Correcta1' })
    await press('Guardar contraseña')
  },
  '/activate': async (answer: Answer) => {
    api.use(http.get('*/api/auth/me', is(meOf(newcomer))), http.post('*/api/auth/activate', answer))
    showAt('/activate', <App />, signedInAs(newcomer))
    await fill({ 'Código de activación': 'ABCD2345WXYZ' })
    await press('Activar cuenta')
  },
  '/dashboard, the first profile': async (answer: Answer) => {
    api.use(http.post('*/api/profiles/create', answer))
    showAt('/dashboard', <App />, signedInAs(owner))
    await press('Crear mi primer perfil')
  },
  '/dashboard, a profile': async (answer: Answer) => {
    api.use(
      http.get('*/api/profiles/me', is([own])),
      http.get('*/api/profile/:id', () => HttpResponse.json(own, { headers: { etag: '"1"' } })),
      http.put('*/api/profile/:id', answer),
    )
    showAt('/dashboard?tab=profile', <App />, signedInAs(owner))
    await fill({ Cargo: 'Directora' })
    await press('Guardar cambios')
  },
  '/dashboard, no profile': async () => {
    showPartAt('/', <EditTab profile={undefined} />, signedInAs(owner))
    await typing.keyboard('{Control>}s{/Control}')
  },
  '/dashboard, a theme': async (answer: Answer) => {
    showAppearance(answer)
    await typing.click(await screen.findByRole('radio', { name: 'Noche' }))
  },
  '/dashboard, own colours': async (answer: Answer) => {
    showAppearance(answer)
    await press('Aplicar colores personalizados')
  },
  '/dashboard, an image': async (answer: Answer) => {
    api.use(http.post('*/api/upload/:kind/:id', answer))
    drawPictures(1_000, 1_000)
    showPartAt('/dashboard', <ImageSlots profile={own} />, signedInAs(owner))
    await typing.upload(await field('Archivo para imagen de perfil'), jpegFile())
    await press('Usar imagen')
  },
  '/dashboard, an image is deleted': async (answer: Answer) => {
    api.use(http.delete('*/api/upload/:kind/:id', answer))
    showPartAt('/dashboard', <ImageSlots profile={{ ...own, profile_image: 'a' }} />, signedInAs(owner))
    await press('Eliminar imagen de perfil')
    await press('Eliminar imagen')
  },
  '/dashboard, an image without a profile': async () => {
    showPartAt('/dashboard', <ImageSlots profile={undefined} />, signedInAs(owner))
    await typing.upload(await field('Archivo para imagen de perfil'), jpegFile())
  },
  '/admin, a slug': async (answer: Answer) => {
    api.use(
      http.get('*/api/admin/profiles', () => listed([antonia])),
      http.get('*/api/admin/slugs/:slug', is({ slug: 'toni', is_available: true, detail: 'Disponible' })),
      http.put('*/api/admin/profiles/:id/slug', answer),
      ...emptyLists(),
    )
    showPartAt('/admin', <ProfilesPanel />, signedIn)
    await typing.click(await screen.findByRole('button', { name: /^Editar la URL/ }))
    const slug = await screen.findByRole('textbox', { name: 'URL de Antonia Rivas Soto' })
    await typing.clear(slug)
    await typing.type(slug, 'toni{Enter}')
  },
  '/admin, a code': async (answer: Answer) => {
    api.use(http.post('*/api/admin/activation-codes', answer), ...emptyLists())
    showPartAt('/admin', <CodesPanel />, signedIn)
    const [create] = await screen.findAllByRole('button', { name: 'Crear código' })
    await typing.click(create!)
  },
  '/ the form': async (answer: Answer) => {
    api.use(http.post('*/api/quotations', answer))
    render(<QuotationSection send={(body, key) => sendQuotation(body, key, () => Promise.resolve())} />)
    await fill({
      Empresa: 'Andes Norte SpA',
      'Persona de contacto': owner.name,
      Correo: owner.email,
      Teléfono: '+56 9 1234 5678',
    })
    await typing.click(screen.getByRole('radio', { name: '11-25' }))
    await press('Solicitar cotización')
  },
  '/ the demo': async () => {
    const Demo = () => <DemoPhone demo={useDemo()} />
    render(<Demo />)
    await press('Ver el perfil demo en grande')
  },
  '/pages/{slug}, the bell': (answer: Answer) => {
    api.use(http.post('*/api/reminders/subscribe', answer))
    openPage()
    const visit = newVisit(
      { profileId: own.id, slug: own.slug, source: 'link', referrer: undefined },
      undefined,
    )
    const send = createSend(() => undefined, clock, fetch.bind(window))
    watchRemindDialog(document, { clock, remind: createRemind(send, () => visit) })
    getElement<HTMLButtonElement>('[data-opens=remind]').click()
    getElement<HTMLInputElement>('#remind-email').value = owner.email
    getElement<HTMLButtonElement>('[data-dialog=remind] [data-part=submit]').click()
  },
  '/pages/{unknown}': () => {
    const page = parsedPage(renderer.notFound(site).html)
    document.body.replaceWith(document.importNode(page.body, true))
  },
} satisfies Readonly<Record<string, (answer: Answer) => unknown>>

interface Shown {
  readonly text: string
  readonly screen: keyof typeof SCREENS
  /** The server's answer to the action. */
  readonly answer?: Answer
}
const CATALOGUE: Readonly<Record<string, readonly Shown[]>> = {
  'Login, register, external login': [
    { text: detailOf('wrong-credentials'), screen: '/login', answer: () => refused('wrong-credentials') },
    { text: 'Login failed', screen: '/login', answer: nobody },
    { text: detailOf('email-taken'), screen: '/register', answer: () => refused('email-taken') },
    { text: 'Registration failed', screen: '/register', answer: nobody },
    {
      text: detailOf('external-login-failed'),
      screen: '/profile#session_id',
      answer: () => refused('external-login-failed'),
    },
    { text: 'Emergent login failed', screen: '/profile#session_id', answer: nobody },
  ],
  'Forgot-password': [
    { text: detailOf('too-many'), screen: '/auth/forgot-password', answer: () => refused('too-many') },
    { text: 'Error al enviar el enlace', screen: '/auth/forgot-password', answer: nobody },
  ],
  'Reset-token check': [
    { text: 'Token de restablecimiento no proporcionado', screen: '/auth/reset' },
    { text: 'Token inválido', screen: '/auth/reset?token', answer: invalid('') },
    { text: 'El enlace venció.', screen: '/auth/reset?token', answer: invalid('El enlace venció.') },
    { text: 'Error al verificar el enlace', screen: '/auth/reset?token', answer: nobody },
  ],
  'Reset submit': [
    {
      text: detailOf('invalid-token'),
      screen: '/auth/reset?token, a new password',
      answer: () => refused('invalid-token'),
    },
    {
      text: 'Error al restablecer la contraseña',
      screen: '/auth/reset?token, a new password',
      answer: nobody,
    },
  ],
  Activation: [
    { text: detailOf('too-many'), screen: '/activate', answer: () => refused('too-many') },
    { text: 'Código de activación inválido', screen: '/activate', answer: nobody },
  ],
  // The specification only logs it; nobody should wait for a call about a request that never arrived.
  'Quotation send failure': [
    { text: 'No pudimos enviar tu solicitud.', screen: '/ the form', answer: nobody },
  ],
  'Profile create': [
    { text: 'Nuevo perfil creado exitosamente', screen: '/dashboard, the first profile', answer: is(own) },
    {
      text: `Error: ${detailOf('profile-limit')}`,
      screen: '/dashboard, the first profile',
      answer: () => refused('profile-limit'),
    },
    { text: 'Error: Error creating profile', screen: '/dashboard, the first profile', answer: nobody },
  ],
  'Profile update': [
    { text: 'Error: No profile selected', screen: '/dashboard, no profile' },
    { text: 'Error: Error updating profile', screen: '/dashboard, a profile', answer: nobody },
    { text: 'Perfil actualizado correctamente', screen: '/dashboard, a profile', answer: is(own) },
    {
      text: `Error: ${detailOf('history-full')}`,
      screen: '/dashboard, a profile',
      answer: () => refused('history-full'),
    },
  ],
  Image: [
    {
      text: `Error al subir imagen: ${detailOf('unsupported-image')}`,
      screen: '/dashboard, an image',
      answer: () => refused('unsupported-image'),
    },
    {
      text: 'Imagen profile-image subida correctamente al perfil Antonia',
      screen: '/dashboard, an image',
      answer: is({
        message: 'Imagen profile-image subida correctamente al perfil Antonia',
        kind: 'profile-image',
        ref: 'a',
        url: '/api/files/a',
      }),
    },
    {
      text: `Error al eliminar imagen: ${detailOf('unavailable')}`,
      screen: '/dashboard, an image is deleted',
      answer: () => refused('unavailable'),
    },
    { text: 'Error: No hay perfil seleccionado', screen: '/dashboard, an image without a profile' },
  ],
  Theme: [
    { text: 'Tema aplicado correctamente', screen: '/dashboard, a theme', answer: is(own) },
    {
      text: `Error: ${detailOf('unavailable')}`,
      screen: '/dashboard, a theme',
      answer: () => refused('unavailable'),
    },
    { text: 'Colores personalizados guardados', screen: '/dashboard, own colours', answer: is(own) },
    { text: 'Error: Error updating profile', screen: '/dashboard, own colours', answer: nobody },
  ],
  'Slug update': [
    {
      text: 'URL actualizada exitosamente: antonia-rivas -> toni',
      screen: '/admin, a slug',
      answer: is({ success: true, old_slug: 'antonia-rivas', new_slug: 'toni' }),
    },
    {
      text: `Error: ${detailOf('unavailable')}`,
      screen: '/admin, a slug',
      answer: () => refused('unavailable'),
    },
    { text: 'Error al actualizar URL', screen: '/admin, a slug', answer: nobody },
  ],
  'Code creation': [{ text: 'Error al crear el código', screen: '/admin, a code', answer: nobody }],
  'Reminder subscribe': [
    {
      text: 'Te escribiremos en 7 días.',
      screen: '/pages/{slug}, the bell',
      answer: is({ message: 'Te escribiremos en 7 días.' }),
    },
    { text: detailOf('too-many'), screen: '/pages/{slug}, the bell', answer: () => refused('too-many') },
    {
      text: 'Error al activar el recordatorio. Inténtalo de nuevo.',
      screen: '/pages/{slug}, the bell',
      answer: nobody,
    },
  ],
  'Public profile load failure': [
    { text: 'Perfil no encontrado', screen: '/pages/{unknown}' },
    { text: 'El perfil que buscas no existe o no está disponible.', screen: '/pages/{unknown}' },
    { text: 'Perfil no encontrado', screen: '/ the demo' },
  ],
  'Callback errors': [
    { text: 'No session ID found in URL', screen: '/profile#session_id=' },
    { text: 'Invalid callback URL', screen: '/profile' },
    { text: 'Error processing authentication', screen: '/profile#error' },
  ],
}

const rows = Object.entries(CATALOGUE).flatMap(([what, found]) => found.map((row) => ({ what, ...row })))
const shown = rows.map((row) => [`${row.what}: ${row.screen} shows «${row.text}»`, row] as const)

const UNSEEN = '[hidden], dialog:not([open]), template, noscript, script, style'
/** Each text of the screen by itself, letter by letter. */
const textsOnScreen = (): readonly string[] =>
  [...document.body.querySelectorAll('*')]
    .filter((element) => element.closest(UNSEEN) === null)
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '')

test.each(shown)('%s', async (_title, { text, screen, answer = nobody }) => {
  await SCREENS[screen](answer)
  await expect.poll(textsOnScreen).toContain(text)
})

test('each screen of the table shows a text', () => {
  const used = new Set<string>(shown.map(([, { screen }]) => screen))
  expect(Object.keys(SCREENS).filter((name) => !used.has(name))).toEqual([])
})
