import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { createGate } from '../support/gate.ts'
import { eventually } from '../support/eventually.ts'
import { COUNT_SHIFTS } from './browser.ts'
import {
  DESK,
  field,
  looksRight,
  looksRightEverywhere,
  newOwner,
  open,
  PHONE,
  titled,
  useWorld,
  visiting,
} from './fixture.ts'

/** Every address, the landing, and the page before its scripts are loaded. */
const world = useWorld()

const LANDING = 'Tu tarjeta, a un toque.'
const LOGIN = 'Iniciar Sesión'

type Who = 'nobody' | 'newcomer' | 'owner' | 'admin'
type Title = string | Readonly<Record<Who, string>>
/** A signed-in visitor is led to the panel, an owner of one profile to it, others to the sign-in. */
const PRIVATE = {
  nobody: LOGIN,
  newcomer: 'Activa tu cuenta',
  owner: 'Mis Perfiles',
  admin: 'Analytics Dashboard',
}

/** Section 2 of the specification, and the title that each person finds there. */
const ROUTES: Readonly<Record<string, Title>> = {
  '/': LANDING,
  '/landing': LANDING,
  '/inicio': LANDING,
  '/login': PRIVATE,
  '/register': { ...PRIVATE, nobody: 'Crea tu cuenta' },
  '/reset-password': 'Recupera tu contraseña',
  '/auth/forgot-password': 'Recupera tu contraseña',
  '/auth/reset?token=wrong': 'Enlace inválido',
  '/auth/reset/success': 'Contraseña actualizada',
  '/profile': 'Error de autenticación',
  '/activate': PRIVATE,
  '/dashboard': PRIVATE,
  // An owner is sent to the sign-in, and from there, being signed in, to their own panel.
  '/admin': { ...PRIVATE, admin: 'Panel de Administración' },
  '/pages/demo': 'Antonia Rivas Soto',
  '/privacidad': 'Privacidad',
}

/** A screen of two routes or two people is checked once; the landing elsewhere. */
const looked = new Set([LANDING])

async function opens(page: Page, path: string, title: string): Promise<void> {
  await page.goto(world.api.url + path)
  await titled(page, title)
  // The document's text: the landing's phone shows a profile, which is inert, in a tree of its own.
  await eventually(async () =>
    expect([path, await page.evaluate("document.querySelectorAll('h1').length")]).toEqual([path, 1]),
  )
  expect([path, await page.title()]).toEqual([path, expect.stringMatching(/\S/)])
  // Chromium darkens what is but `light`, or undeclared.
  const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme')
  expect([path, scheme]).toEqual([path, expect.stringMatching(/\bonly\b|\bdark\b/)])
  if (looked.has(title)) return
  looked.add(title)
  await looksRightEverywhere(page, `route-${title}`)
}

test.each(['nobody', 'newcomer', 'owner', 'admin'] as const)(
  'each address has one title for %s, is accessible and logs no error [ACC-16, SCR-9]',
  async (who) => {
    const { api } = world
    const newcomer = () => api.newAccount('Nueva', { isActivated: false })
    const as = who === 'newcomer' ? await newcomer() : who === 'nobody' ? undefined : api[who]
    const { context, page, complaints } = await open(world, as && { as })
    for (const [path, title] of Object.entries(ROUTES)) {
      await opens(page, path, typeof title === 'string' ? title : title[who])
      expect([path, complaints]).toEqual([path, []])
    }
    await context.close()
  },
)

test('no screen of accounts is wider than a window of 320 px with texts at 200 %', () =>
  visiting(world, { size: [320, 844] }, async (page) => {
    await page.addInitScript(
      `addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))`,
    )
    for (const [path, title] of Object.entries(ROUTES).filter(([route]) =>
      /^\/(?:login|reg|auth)/.test(route),
    )) {
      await page.goto(world.api.url + path)
      await titled(page, typeof title === 'string' ? title : title.nobody)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320)
    }
  }))

test('a browser that is too old shows, in Spanish, which ones are supported', () =>
  visiting(world, { before: 'delete Array.prototype.toSorted', path: '/login' }, async (page) => {
    await titled(page, 'Tu navegador es muy antiguo para este panel')
    await page.getByText('Safari o iOS 16.4, Chrome o Edge 111, Firefox 128').waitFor()
    await page.goto(`${world.api.url}/pages/demo`)
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().waitFor()
  }))

const SCRIPTS = '**/assets/*.js'
const SLOW_MS = 8_000
const loading = (page: Page) => page.getByText('Cargando…').filter({ visible: true }).first().waitFor()

test('the sign-in is shown before any script is loaded, and nothing moves afterwards [SCR-11]', () =>
  visiting(world, { before: COUNT_SHIFTS }, async (page) => {
    const heading = page.getByRole('heading', { level: 1, name: LOGIN })
    const gate = createGate()
    await page.route(SCRIPTS, async (route) => {
      await gate.opened
      await route.continue()
    })
    await page.goto(`${world.api.url}/login`, { waitUntil: 'commit' })
    await loading(page)
    const before = await heading.boundingBox()
    await looksRight(page, 'login-before-scripts')
    gate.open()
    await page.getByLabel('Correo electrónico').waitFor()
    expect(await heading.boundingBox()).toEqual(before)
    expect(await page.evaluate('globalThis.shifted')).toBe(0)
  }))

test('after a wait of 8 s the page offers to try again', () =>
  visiting(world, {}, async (page) => {
    await page.clock.install({ time: world.api.clock.now() })
    let isHeld = true
    await page.route(SCRIPTS, async (route) => {
      if (!isHeld) await route.continue()
    })
    await page.goto(`${world.api.url}/dashboard`, { waitUntil: 'commit' })
    await loading(page)
    await page.clock.fastForward(SLOW_MS)
    await page.getByText('Está tardando más de lo normal.').filter({ visible: true }).waitFor()
    await looksRight(page, 'slow-start')
    isHeld = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await titled(page, LOGIN)
  }))

/** Notes the texts that the four figures show, one after the other. */
const SEE_FIGURES = `(globalThis.seen = [])
;(function see() {
  const figures = [...document.querySelectorAll('[data-figure]')].map(({ textContent }) => textContent).join(' ').trim()
  if (figures !== seen[seen.length - 1]) seen.push(figures)
  requestAnimationFrame(see)
})()`

test('the figures are there before the scripts, stay as these come, and are never another card’s or account’s', async () => {
  const { owner, profile } = await newOwner(world, 'Elena Curín')
  await world.api.call(`/api/public/profile/${profile.slug}`, {
    headers: { 'visitor-id': crypto.randomUUID() },
  })
  await world.api.settle()
  await visiting(world, { as: owner, before: SEE_FIGURES }, async (page) => {
    await page.clock.install({ time: world.api.clock.now() })
    const gate = createGate()
    await page.route(SCRIPTS, async (route) => {
      await gate.opened
      await route.continue()
    })
    const address = `${world.api.url}/dashboard?tab=analytics`
    await page.goto(`${address}&profile=${crypto.randomUUID()}`, { waitUntil: 'commit' })
    await loading(page)
    await page.evaluate('firstFigures')
    expect(await page.evaluate('seen')).toEqual([''])
    await page.goto(address, { waitUntil: 'commit' })
    await eventually(async () => expect(await page.evaluate('seen')).toEqual(['', '1 0 0 0,0%']))
    await page.clock.fastForward(SLOW_MS)
    const retry = page.getByRole('button', { name: 'Reintentar' }).filter({ visible: true })
    expect((await retry.boundingBox())!.y).toBeLessThan(PHONE[1])
    gate.open()
    await page.getByRole('button', { name: 'Reporte Excel' }).waitFor()
    expect(await page.evaluate('seen')).toEqual(['', '1 0 0 0,0%'])

    await page.route(SCRIPTS, () => undefined)
    await page.route('**/api/profiles/me', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 })
    await page.goto(address, { waitUntil: 'commit' })
    await page.locator('html:not([data-frame])').waitFor()
    await page.goto(address, { waitUntil: 'commit' })
    await eventually(async () => expect(await page.evaluate('seen')).toEqual(['', '1 0 0 0,0%']))
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${world.api.url}/favicon.svg`)
    await elsewhere.evaluate('localStorage.clear()')
    await eventually(async () => expect(await page.evaluate('seen')).toEqual(['']))
  })
})

/** The middle of the link is under the card. */
const PHONE_TOP = { position: { x: 150, y: 120 } }
const PAGE_COLOURS = { Noche: 'rgb(10, 21, 27)', Cálido: 'rgb(255, 246, 235)' } as const

/** The profile in the dialog has a background picture of its own: none may lie over it. */
const pageColour = (dialog: Locator): Promise<string> =>
  dialog
    .locator('.profile')
    .evaluate(
      (profile) =>
        profile.querySelector('.backdrop')?.className ??
        profile.ownerDocument.defaultView!.getComputedStyle(profile).backgroundColor,
    )

/** Once React has taken over: until then the form waits. */
async function openLanding(page: Page): Promise<void> {
  await page.goto(`${world.api.url}/`)
  await page.locator('form button[type=submit]:enabled').waitFor()
}

test.each([PHONE, DESK])(
  'the landing reads well at %d × %d px, and its demo adds nothing to the log',
  async (...size) => {
    const { api } = world
    await visiting(world, { size, colorScheme: 'dark' }, async (page) => {
      await openLanding(page)
      expect(await page.title()).toMatch(new RegExp(` · ${PRODUCT.name}$`))
      // The real page of the demo profile has come, and is drawn.
      await page.locator('#contenido [data-profile-theme]').getByText('Antonia Rivas Soto').waitFor()
      await looksRight(page, 'landing')
      const background = 'getComputedStyle(document.documentElement).backgroundColor'
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)')
      await api.settle()
      const head = await api.store.log.headPosition()
      const opener = page.getByRole('button', { name: 'Ver el perfil demo en grande' })
      const dialog = page.getByRole('dialog', { name: 'Perfil demo' })
      for (const theme of ['Noche', 'Cálido'] as const) {
        await opener.click(PHONE_TOP)
        await dialog.getByText('Antonia Rivas Soto').waitFor()
        await dialog.getByText(theme).click()
        expect(await pageColour(dialog)).toBe(PAGE_COLOURS[theme])
        if (theme === 'Noche') await looksRight(page, 'demo', '[role=dialog]')
        await dialog.getByText('Guardar contacto', { exact: true }).click({ force: true })
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(await opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
      }
      await api.settle()
      expect(await api.store.log.headPosition()).toBe(head)
    })
  },
)

test('the landing’s form is filled in, corrected and sent by keyboard alone', () =>
  visiting(world, { size: DESK }, async (page) => {
    await openLanding(page)
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')
    const isFocused = (label: string) =>
      field(page, label).evaluate((input) => input === input.ownerDocument.activeElement)
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Saltar al contenido')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toMatch(/^Cotizar para mi empresa/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    for (const [label, text] of [
      ['Empresa', 'Andes Norte SpA'],
      ['Persona de contacto', 'Antonia Rivas'],
      ['Correo', 'antonia@'],
      ['Teléfono', '+56 9 1234 5678'],
    ] as const) {
      expect(await isFocused(label)).toBe(true)
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('Escribe un correo válido').waitFor()
    expect(await isFocused('Correo')).toBe(true)
    await looksRight(page, 'quotation-faults', '#quotation')
    await page.keyboard.type('andesnorte.cl')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '¡Solicitud recibida!' }).waitFor()
    await looksRight(page, 'quotation-received', '#quotation')
  }))

test('on a phone the landing’s menu leads to the sections, and a bar follows', () =>
  visiting(world, {}, async (page) => {
    await openLanding(page)
    await page.getByRole('button', { name: 'Abrir menú' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menú' })
    await menu.getByRole('link', { name: 'Iniciar Sesión' }).waitFor()
    await looksRight(page, 'menu', '[role=dialog]')
    await menu.getByRole('link', { name: 'Analíticas' }).press('Enter')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate<number>('window.scrollY')).toBeGreaterThan(400)
    expect(await page.evaluate('document.activeElement.id')).toBe('analytics')
    await page.getByRole('link', { name: 'Cotizar', exact: true }).first().waitFor()
  }))

test('the way back from the landing opens the screen that led there', () =>
  visiting(world, { size: DESK, as: world.api.owner, path: '/dashboard?tab=profiles' }, async (page) => {
    await page.getByRole('link', { name: `${PRODUCT.name}, inicio` }).click()
    await titled(page, LANDING)
    await page.waitForLoadState()
    await page.goBack()
    await titled(page, 'Mis Perfiles')
  }))
