import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, type Visit } from '../browser.ts'
import { eventually } from '../../support/eventually.ts'
import { ADMIN_EMAIL } from '../../support/processes/product-calls.ts'
import { field, logIn, looksRight, press, type World } from './dashboard-fixture.ts'

const FIRST_FIGURE_PX_MAX = 240
const RANGES = ['7 días', '1 mes', '3 meses', '6 meses', '12 meses', 'Toda la vida']

/** The administrator on the demo profile, which nobody else taps. */
export function analyticsSteps(world: () => World): void {
  let owner: Visit
  let asked: string[]

  beforeAll(async () => {
    const { browser, people } = world()
    const visitor = await openPage(browser, 390, 844)
    const tap = visitor.page.waitForResponse((response) => response.url().includes('/api/public/profile/'))
    await visitor.page.goto(`${people.product.url}/pages/demo?s=nfc`)
    await tap
    await visitor.context.close()
    owner = await openPage(browser, 390, 844)
    asked = []
    owner.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await signIn(owner.page)
  })
  afterAll(async () => {
    await owner?.context.close()
  })

  async function signIn(page: Page): Promise<void> {
    const { people } = world()
    await page.goto(`${people.product.url}/dashboard`)
    await logIn(page, ADMIN_EMAIL, people.adminPassword)
    await page.getByRole('region', { name: 'Visitas Totales' }).waitFor()
  }

  /** The demo profile is the administrator's own. */
  async function changed(): Promise<void> {
    const { page } = owner
    await page.goto(`${world().people.product.url}/dashboard?tab=profile`)
    await field(page, 'Biografía').fill('Una biografía nueva.')
    await press(page, 'Guardar cambios')
    await page.getByText('Perfil actualizado correctamente').waitFor()
    await page.goto(`${world().people.product.url}/dashboard?tab=analytics`)
    await page.getByRole('region', { name: 'Visitas Totales' }).waitFor()
  }

  async function downloaded(press: string): Promise<{ readonly download: Download; readonly bytes: Buffer }> {
    const download = owner.page.waitForEvent('download')
    await owner.page.getByRole('button', { name: press }).click()
    const file = await download
    return { download: file, bytes: await readFile(await file.path()) }
  }

  /** The first day of a profile alone would be one point. */
  async function drawnByWeeks(): Promise<void> {
    await press(owner.page, '3 meses')
    await owner.page.getByRole('img', { name: /^Visitas, únicos/ }).waitFor()
  }

  test('a load requests the figures once, though the stream opens at the same time', async () => {
    const { page } = owner
    asked.length = 0
    await page.reload()
    await page.getByRole('region', { name: 'Últimos movimientos' }).getByRole('listitem').first().waitFor()
    // Requests caused by the stream's first message are sent before this call.
    await page.evaluate("fetch('/readyz')")
    expect(asked.filter((path) => path.endsWith('/unified'))).toHaveLength(1)
    expect(asked.filter((path) => path.endsWith('/profiles/me'))).toHaveLength(1)
    expect(asked.at(-1)).toBe('/readyz')
  })

  test('a phone shows the first figure and all ranges without scrolling', async () => {
    const { page } = owner
    const figure = page.getByRole('region', { name: 'Visitas Totales' }).getByText('1', { exact: true })
    const box = await figure.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(FIRST_FIGURE_PX_MAX)
    for (const name of RANGES) {
      const range = await page.getByRole('button', { name, exact: true }).boundingBox()
      expect(range?.x, name).toBeGreaterThanOrEqual(0)
      expect((range?.x ?? Infinity) + (range?.width ?? 0), name).toBeLessThanOrEqual(390)
    }
  })

  test('all charts are saved as one picture', async () => {
    await drawnByWeeks()
    const { download, bytes } = await downloaded('Descargar imagen')
    expect(download.suggestedFilename()).toMatch(/^Analiticas_\d{4}-\d{2}-\d{2}\.png$/)
    const { channels } = await sharp(bytes).stats()
    expect(channels[0]?.stdev).toBeGreaterThan(2)
  })

  test('the day of an edit tells what was changed, in the chart and in the table, which leads to it', async () => {
    const { page } = owner
    await changed()
    await drawnByWeeks()
    const chart = page.getByRole('img', { name: /^Visitas, únicos/ })
    const told = page.getByText(/^se cambiaron .*los textos/)
    // The chart draws the weeks anew. Today is the last point.
    await eventually(async () => {
      const box = (await chart.boundingBox())!
      await chart.click({ position: { x: box.width - 14, y: 10 } })
      expect(await told.isVisible()).toBe(true)
    })
    await looksRight(page, 'analytics-flag')
    await press(page, 'Ver como tabla')
    const change = page.getByRole('link', { name: /se cambiaron .*los textos/ })
    expect(await change.getAttribute('href')).toMatch(/^\/dashboard\?.*tab=history.*&at=\d{4}-/)
    expect(owner.complaints).toEqual([])
  })
}
