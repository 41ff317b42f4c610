import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SESSION_KEY } from '@app/contracts/product.ts'
import type { Owner } from '../kills/account-world.ts'
import { isRefusedByBlockers } from '../support/blocker-rules.ts'
import { requestQuotation, subscribe } from './admin/admin-fixture.ts'
import type { Visit } from './browser.ts'
import { DESK, openSignedIn, openStill } from './dashboard/dashboard-fixture.ts'
import { withPeople } from './in-chromium.ts'

/** A browser that blocks: the built program, real Chromium. */

const SCREENS = [
  ...'/ /login /register /auth/forgot-password /auth/reset /auth/reset/success /profile /activate /mis-datos'.split(
    ' ',
  ),
  ...'/privacidad /nowhere /pages/demo /pages/nobody'.split(' '),
  ...'analytics profiles profile appearance history account'.split(' ').map((tab) => `/dashboard?tab=${tab}`),
  ...'usuarios codigos cotizaciones recordatorios solicitudes historial perfiles'
    .split(' ')
    .map((tab) => `/admin?tab=${tab}`),
]
const MAILBOX = 'compras@empresa.example'
const NEVER_REACHED = 'Sin conexión. Lo que ya abriste sigue aquí.'
const HELD_BACK = 'Un bloqueador de tu navegador retiene las cifras. Desactívalo en este sitio y reintenta.'
const CRASHED = 'Algo salió mal'
const ALIASES = /\/api\/(?:figures|public\/note)\//

withPeople((world) => {
  let newcomer: Owner
  beforeAll(async () => {
    const { people, administrator } = world()
    newcomer = await people.newOwner('Nueva Persona')
    await people.newOwner('Ana Rivas', await people.newCode(2))
    await requestQuotation(world(), 'Logística Austral')
    const demo = (await people.profilesOf(administrator)).find(({ slug }) => slug === 'demo')
    await subscribe(world(), demo!.id, MAILBOX)
  })

  async function open(path: string): Promise<Visit> {
    if (/^\/(?:dashboard|admin)/.test(path))
      return openSignedIn(world(), world().administrator, { size: DESK, path: '/dashboard?tab=profiles' })
    if (path !== '/activate') return openStill(world(), { size: DESK })
    const visit = await openStill(world(), { size: DESK })
    const session = JSON.stringify(JSON.stringify(newcomer.session))
    await visit.page.addInitScript(`localStorage.setItem('${SESSION_KEY}', ${session})`)
    return visit
  }

  async function load(page: Page, path: string): Promise<void> {
    await page.goto(world().people.product.url + path)
    // The document draws a title as well.
    await page.locator('[data-shell]').waitFor({ state: 'detached' })
    await page.locator('h1:visible').first().waitFor()
    // Translated before React has taken it over, the landing would be drawn anew.
    if (path === '/') await page.locator('form button[type=submit]:disabled').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[aria-busy=true]:visible').count()).toBe(0)
  }

  async function isWhole(visit: Visit): Promise<void> {
    for (const text of [CRASHED, NEVER_REACHED])
      expect(await visit.page.getByText(text).filter({ visible: true }).count(), text).toBe(0)
    expect(visit.complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  }

  test.each(SCREENS)(
    '%s is whole where a blocker refuses what its lists name, and declares its colours',
    async (path) => {
      const visit = await open(path)
      const refused: string[] = []
      await visit.page.route(
        (url) => isRefusedByBlockers(url.pathname + url.search),
        async (route) => {
          if (route.request().isNavigationRequest()) return route.continue()
          refused.push(route.request().url())
          return route.abort('blockedbyclient')
        },
      )
      await load(visit.page, path)
      await isWhole(visit)
      expect(refused).toEqual([])
      const declared = await visit.page.evaluate<readonly string[]>(
        "[getComputedStyle(document.documentElement).colorScheme, document.querySelector('meta[name=color-scheme]')?.content ?? '']",
      )
      // Chromium darkens what is but `light`, or undeclared.
      for (const scheme of declared) expect(scheme).toMatch(/\bonly\b|\bdark\b/)
      await visit.context.close()
    },
  )

  test('figures that a blocker holds back all the same are one sentence, and no lost connection', async () => {
    const visit = await open('/dashboard')
    await visit.page.route(
      (url) => ALIASES.test(url.pathname) || isRefusedByBlockers(url.pathname + url.search),
      (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort('blockedbyclient')),
    )
    await load(visit.page, '/dashboard?tab=analytics')
    await visit.page.getByText(HELD_BACK, { exact: true }).first().waitFor()
    await visit.page.evaluate("fetch('/healthz', { method: 'HEAD' })")
    expect(await visit.page.getByText(HELD_BACK, { exact: true }).count()).toBe(1)
    await isWhole(visit)
    await visit.context.close()
  })
})
