import { describe, expect, test } from 'vitest'
import { landingLooks, landingSteps } from './landing-steps.ts'
import { myDataSteps } from './my-data-steps.ts'
import { sharingSteps } from './sharing-steps.ts'
import { visitorSteps } from './visitor-steps.ts'
import { withApi, type ApiWorld } from '../in-chromium.ts'
import { onPage, signedInScript } from './public-face-fixture.ts'
import type { Page } from 'playwright-core'
import type { Person } from '../../support/api/test-api.ts'
import { PUBLIC_URL } from '../../support/api/test-backend.ts'
import { DESK, openStill, looksRightEverywhere, looksRight } from '../dashboard/dashboard-fixture.ts'
import { eventually } from '../../support/eventually.ts'
import { COUNT_SHIFTS } from '../browser.ts'
import { createGate } from '../../support/gate.ts'

/** The public pages in real Chromium, on the product in this process, whose log the tests can read. */
withApi((world) => {
  // They mostly wait: for a document, for a second, for the browser.
  describe.concurrent('several at once', () => {
    describe('every route', () => routeSteps(world))
    describe('the first minute', () => firstSteps(world))
    describe('the landing', () => landingSteps(world))
    describe('a visitor of the public page', () => visitorSteps(world))
    describe('privacy', () => myDataSteps(world))
    describe('a page that is passed on', () => sharingSteps(world))
    describe('under two hosts', () => twoHostsSteps(world))
  })
  describe('while nothing else happens', () => {
    describe.concurrent('the landing', () => landingLooks(world))
    describe('a card without a network', () => offlineSteps(world))
  })
})

const STORED = `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])
  .then(([caches, workers]) => caches.length + workers.length)`

function offlineSteps(world: () => ApiWorld): void {
  test('a click without a network is sent later; the browser keeps no card [SCR-6]', () =>
    onPage(world(), { path: null }, async (page) => {
      const { api } = world()
      const context = page.context()
      const eventsOf = async () =>
        (await api.events(api.demo.id, 'ProfileTapped', 'LinkClicked')).map(({ type }) => type)
      const before = (await eventsOf()).length
      // A click that is sent later says when it was; the server takes none from its future.
      await page.clock.setSystemTime(api.clock.now())
      await page.goto(`${api.url}/pages/demo`)
      await expect.poll(eventsOf).toHaveLength(before + 1)

      await context.setOffline(true)
      await page.evaluate(
        `document.querySelector('.links a[data-network]').addEventListener('click', (e) => e.preventDefault())`,
      )
      await page.locator('.links a[data-network]').first().click()
      expect(await eventsOf()).toHaveLength(before + 1)
      await context.setOffline(false)
      await expect
        .poll(async () => (await eventsOf()).slice(before))
        .toEqual(['ProfileTapped', 'LinkClicked'])

      expect(await page.evaluate(STORED)).toBe(0)
      await context.setOffline(true)
      await expect(page.goto(`${api.url}/pages/demo`)).rejects.toThrow(/ERR_/)
    }))
}

/** Chromium on a desk has no NFC: this takes the message in the place of a card. */
const NFC = `window.NDEFReader = class { async write({ records }) { window.written = records.map(({ data }) => data) } }`

/** The product is reached at one host; what leaves it leads to another one, that of PUBLIC_URL. */
function twoHostsSteps(world: () => ApiWorld): void {
  async function signedIn(person: Person, path: string, work: (page: Page) => Promise<void>): Promise<void> {
    const { context, page } = await openStill(world(), { size: DESK })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.addInitScript(`${await signedInScript(world(), person)};${NFC}`)
    await page.goto(world().api.url + path)
    await work(page)
    await context.close()
  }

  test('a link that is copied and a card that is written lead to the public address [SCR-12]', async () => {
    const { api } = world()
    const owner = await api.newAccount('Dos Direcciones')
    const { slug } = await api.newProfile('two-hosts', { ownerId: owner.id, details: { name: 'Ana' } })
    // One profile alone has no card in a grid.
    await api.newProfile('two-hosts-more', { ownerId: owner.id, details: { name: 'Beto' } })
    await api.settle()
    expect(new URL(api.url).host).not.toBe(new URL(PUBLIC_URL).host)
    await signedIn(owner, '/dashboard?tab=profiles', async (page) => {
      await page
        .getByRole('button', { name: /^Copiar enlace/ })
        .first()
        .click()
      await page.getByText('Enlace copiado').waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${PUBLIC_URL}/pages/${slug}`)
      await page
        .getByRole('button', { name: /^Grabar tarjeta/ })
        .first()
        .click()
      await page.getByText('Tarjeta grabada.').waitFor()
      expect(await page.evaluate('window.written')).toEqual([`${PUBLIC_URL}/pages/${slug}?s=nfc`])
    })
  })
}

const LANDING = 'Tu tarjeta, a un toque.'
const LOGIN = 'Iniciar Sesión'
const PANEL = 'Analytics Dashboard'
const ADMINISTRATION = 'Panel de Administración'
const FORGOT = 'Recupera tu contraseña'

type Who = 'nobody' | 'owner' | 'admin'
type Title = string | Readonly<Record<Who, string>>
/** A signed-in visitor is led to the panel, an owner of one profile to it, others to the sign-in. */
const PRIVATE = { nobody: LOGIN, owner: 'Mis Perfiles', admin: PANEL }

/** Section 2 of the specification, and the title that each person finds there. */
const ROUTES: Readonly<Record<string, Title>> = {
  '/': LANDING,
  '/landing': LANDING,
  '/inicio': LANDING,
  '/login': PRIVATE,
  '/register': { ...PRIVATE, nobody: 'Crea tu cuenta' },
  '/reset-password': FORGOT,
  '/auth/forgot-password': FORGOT,
  '/auth/reset?token=wrong': 'Enlace inválido',
  '/auth/reset/success': 'Contraseña actualizada',
  '/profile': 'Error de autenticación',
  '/activate': PRIVATE,
  '/dashboard': PRIVATE,
  // An owner is sent to the sign-in, and from there, being signed in, to their own panel.
  '/admin': { ...PRIVATE, admin: ADMINISTRATION },
  '/pages/demo': 'Antonia Rivas Soto',
  '/privacidad': 'Privacidad',
}

function routeSteps(world: () => ApiWorld): void {
  /** A screen of two routes or two people is checked once; the landing elsewhere. */
  const looked = new Set([LANDING])

  async function opens(page: Page, path: string, title: string): Promise<void> {
    await page.goto(world().api.url + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    // The document's text: the landing's phone shows a profile, which is inert, in a tree of its own.
    await eventually(async () =>
      expect([path, await page.evaluate("document.querySelectorAll('h1').length")]).toEqual([path, 1]),
    )
    expect([path, await page.title()]).toEqual([path, expect.stringMatching(/\S/)])
    if (looked.has(title)) return
    looked.add(title)
    await looksRightEverywhere(page, `route-${title}`)
  }

  test.each(['nobody', 'owner', 'admin'] as const)(
    'for %s has one title, is accessible and logs no error [ACC-16, SCR-9]',
    async (who) => {
      const { context, page, complaints } = await openStill(world())
      if (who !== 'nobody') await context.addInitScript(await signedInScript(world(), world().api[who]))
      for (const [path, title] of Object.entries(ROUTES)) {
        await opens(page, path, typeof title === 'string' ? title : title[who])
        expect([path, complaints]).toEqual([path, []])
      }
      await context.close()
    },
  )
}

const SCRIPTS = '**/assets/*.js'
const SLOW_MS = 8_000

/** The page before the client's scripts are loaded, and when something is missing. */
function firstSteps(world: () => ApiWorld): void {
  const at = (path: string): string => `${world().api.url}${path}`
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

  test('the sign-in is shown before any script is loaded, and nothing moves afterwards [SCR-11]', async () => {
    const { context, page, complaints } = await openStill(world())
    const gate = createGate()
    const loaded: string[] = []
    await page.route(SCRIPTS, async (route) => {
      loaded.push(route.request().url())
      await gate.opened
      await route.continue()
    })
    await page.addInitScript(COUNT_SHIFTS)
    await page.goto(at('/login'), { waitUntil: 'commit' })
    await page.getByText('Cargando…').filter({ visible: true }).first().waitFor()
    const before = await heading(page, 'Iniciar Sesión').boundingBox()
    await looksRight(page, 'login-before-scripts')
    gate.open()
    await page.getByLabel('Correo electrónico').waitFor()
    expect(await heading(page, 'Iniciar Sesión').boundingBox()).toEqual(before)
    expect(await page.evaluate('globalThis.shifted')).toBe(0)
    expect(loaded.length).toBeGreaterThan(3)
    expect(loaded.filter((url) => /Dashboard|Analytics|Chart/.test(url))).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('after a wait of 8 s the page offers to try again', async () => {
    const { context, page } = await openStill(world())
    await page.clock.install({ time: world().api.clock.now() })
    let isHeld = true
    await page.route(SCRIPTS, async (route) => {
      if (!isHeld) await route.continue()
    })
    await page.goto(at('/dashboard'), { waitUntil: 'commit' })
    // Until its style has come, the document shows what only readers hear, too.
    await page.getByText('Cargando…').filter({ visible: true }).first().waitFor()
    await page.clock.fastForward(SLOW_MS)
    await page.getByText('Está tardando más de lo normal.').filter({ visible: true }).waitFor()
    await looksRight(page, 'slow-start')
    isHeld = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await heading(page, 'Iniciar Sesión').waitFor()
    await context.close()
  })
}
