import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COUNT_SHIFTS } from '../browser.ts'
import { createGate } from '../../support/gate.ts'
import { looksRight, openStill } from '../dashboard/dashboard-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const BUILT = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../dist/web/.vite/manifest.json'), 'utf8'),
) as Record<string, { readonly file: string }>
const SCRIPTS = '**/assets/*.js'
const SLOW_MS = 8_000
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The page before the client's scripts are loaded, and when something is missing. */
export function firstSteps(world: () => ApiWorld): void {
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
    await page.getByText('Cargando…').filter({ visible: true }).waitFor()
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

  test('a crash shows an id that the server gave', async () => {
    const { context, page } = await openStill(world())
    const { file } = BUILT['features/accounts/login/LoginScreen.tsx']!
    await page.route(`**/${file}`, (route) => route.abort())
    await page.goto(at('/login'))
    await heading(page, 'Algo salió mal').waitFor()
    expect(await page.locator('code').innerText()).toMatch(UUID)
    await looksRight(page, 'crash')
    await page.unroute(`**/${file}`)
    await page.getByRole('button', { name: 'Recargar' }).click()
    await page.getByLabel('Correo electrónico').waitFor()
    await context.close()
  })
}
