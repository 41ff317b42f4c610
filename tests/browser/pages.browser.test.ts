import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findChromium, openPage, TAKEN, type Visit } from './browser.ts'
import { ADMIN_EMAIL } from '../support/processes/product-calls.ts'
import { DESK, logIn, looksRightEverywhere, openStill, PHONE } from './dashboard/dashboard-fixture.ts'
import { withPeople } from './in-chromium.ts'

/** The product as people see it: the built program, real Chromium with a phone's user agent. */
if (findChromium() === undefined) {
  const line = 'NO BROWSER TESTS: Chromium is not installed (apt-get install chromium, or CHROMIUM_PATH).'
  console.warn(`\n${'!'.repeat(line.length)}\n${line}\n${'!'.repeat(line.length)}\n`)
  if (process.env.CI === 'true') throw new Error(line)
}

withPeople((world) => {
  const at = (path: string): string => world().people.product.url + path
  const open = (size = PHONE): Promise<Visit> => openPage(world().browser, ...size)

  async function signIn(page: Page): Promise<void> {
    await page.goto(at('/dashboard'))
    await logIn(page, ADMIN_EMAIL, world().people.adminPassword)
    await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor()
  }

  /** A visit to the page, once the server has confirmed it. */
  async function tapped(page: Page): Promise<void> {
    const tap = page.waitForResponse((response) => response.url().includes('/api/public/profile/'))
    await page.goto(at('/pages/demo?s=nfc'))
    expect(TAKEN).toContain((await tap).headers()['tap-status'])
  }
  const visitsPanel = (page: Page) => page.getByRole('region', { name: 'Visitas Totales' })
  const visitsOn = (page: Page, count: number): Promise<void> =>
    expect.poll(() => visitsPanel(page).innerText()).toMatch(new RegExp(`(^|\\s)${count}(\\s|$)`))

  test('with the network the stream continues at its position, and shows the events of the outage [FIG-12]', async () => {
    // The panels of the dashboard show once there is a visit.
    const earlier = await open()
    await tapped(earlier.page)
    await earlier.context.close()
    const { context, page } = await open(DESK)
    const places: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/live')) places.push(request.headers()['last-event-id'])
    })
    await signIn(page)
    await page.getByText('Conectado', { exact: true }).waitFor()
    const before = Number(/\d+/.exec(await visitsPanel(page).innerText())?.[0])
    await context.setOffline(true)
    const visitor = await open()
    await tapped(visitor.page)
    await context.setOffline(false)
    await visitsOn(page, before + 1)
    await page.getByText('Conectado', { exact: true }).waitFor()
    await expect.poll(() => places).toEqual([undefined, expect.stringMatching(/^\d+$/)])
    await visitor.context.close()
    await context.close()
  })

  test('a browser that is too old shows, in Spanish, which ones are supported', async () => {
    const { context, page, complaints } = await open()
    await context.addInitScript('delete Array.prototype.toSorted')
    await page.goto(at('/login'))
    await page.getByRole('heading', { name: 'Tu navegador es muy antiguo para este panel' }).waitFor()
    await page.getByText('Safari o iOS 16.4, Chrome o Edge 111, Firefox 128').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    await page.goto(at('/pages/demo'))
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a dashboard with figures is accessible and fits [SCR-9]', async () => {
    const { context, page, complaints } = await openStill(world())
    // The panels of the dashboard show once there is a visit.
    await tapped(page)
    await signIn(page)
    await page.getByText('Conectado', { exact: true }).waitFor()
    await page.getByText('Visitantes Identificados', { exact: true }).waitFor()
    await looksRightEverywhere(page, 'analytics')
    expect(complaints).toEqual([])
    await context.close()
  })
})
