import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import {
  type ClockedBrowser,
  findChromium,
  launchBrowser,
  openPage,
  seriousFaults,
  TAKEN,
} from './browser.ts'
import { isLong } from '../support/longer-runs.ts'
import { ADMIN_EMAIL } from '../support/processes/product-calls.ts'
import {
  createUsedFolder,
  startProductProcess,
  type Product,
  type UsedFolder,
} from '../support/processes/product-process.ts'

/** The product as people see it: the built program, real Chromium with a phone's user agent. */
const chromium = findChromium()
if (chromium === undefined) {
  const line = 'NO BROWSER TESTS: Chromium is not installed (apt-get install chromium, or CHROMIUM_PATH).'
  console.warn(`\n${'!'.repeat(line.length)}\n${line}\n${'!'.repeat(line.length)}\n`)
  if (process.env.CI === 'true') throw new Error(line)
}

const PHONE = [390, 844] as const
const DESK = [1440, 900] as const
/** Each takes five seconds of processor time: a phone is what most people have. */
const SIZES = isLong ? [PHONE, DESK] : [PHONE]

async function msUntil(seen: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  await seen()
  return Math.round(performance.now() - startMs)
}

describe.skipIf(chromium === undefined)('in Chromium', () => {
  let folder: UsedFolder
  let product: Product
  let browser: ClockedBrowser

  beforeAll(async () => {
    folder = await createUsedFolder()
    product = await startProductProcess({ dataDir: folder.path })
    browser = await launchBrowser(chromium ?? '')
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await folder?.remove()
  })

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${product.url}/dashboard`)
    await page.getByLabel('Correo electrónico').fill(ADMIN_EMAIL)
    await page.getByLabel('Contraseña', { exact: true }).fill(folder.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor()
  }

  /** A visit to the page, once the server has confirmed it. */
  async function tapped(page: Page): Promise<void> {
    const tap = page.waitForResponse((response) => response.url().includes('/api/public/profile/'))
    await page.goto(`${product.url}/pages/demo?s=nfc`)
    expect(TAKEN).toContain((await tap).headers()['tap-status'])
  }
  const visitsPanel = (page: Page) => page.getByRole('region', { name: 'Visitas Totales' })
  const visitsOn = (page: Page, count: number): Promise<void> =>
    expect.poll(() => visitsPanel(page).innerText()).toMatch(new RegExp(`(^|\\s)${count}(\\s|$)`))

  /** Opens the demo's page, presses two links (which lead nowhere here) and saves the contact. */
  async function useTheCard(page: Page): Promise<void> {
    await tapped(page)
    await page.evaluate(
      "document.addEventListener('click', (event) => event.target.closest('[data-network]') && event.preventDefault())",
    )
    for (const name of [/WhatsApp/, /Instagram/]) {
      const tracked = page.waitForResponse((response) => response.url().includes('/api/public/note/'))
      await page.getByRole('link', { name }).click()
      expect((await tracked).status()).toBe(200)
    }
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().click()
    expect((await download).suggestedFilename()).toBe('Antonia Rivas Soto.vcf')
  }

  const figuresOf = async (page: Page) =>
    figuresAs(String(await page.evaluate("localStorage.getItem('app.session')")))

  /** Figures of the demo profile, as this session sees them. */
  async function figuresAs(session: string) {
    const { token } = JSON.parse(session) as { token: string }
    const { id } = (await (await fetch(`${product.url}/api/public/profile/demo`)).json()) as { id: string }
    const response = await fetch(`${product.url}/api/analytics/${id}/unified`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const found = unifiedAnalytics.parse(await response.json())
    const { visits, clicks, downloads } = found.excluded_by_reason
    return {
      counted: {
        visits: found.total_visits,
        clicks: found.social_clicks_total,
        downloads: found.vcf_downloads,
      },
      own: { visits: visits.own ?? 0, clicks: clicks.own ?? 0, downloads: downloads.own ?? 0 },
    }
  }

  test('a tap and a click show on the open dashboard within a moment, sent by the stream', async () => {
    const owner = await openPage(browser, 1440, 900)
    const visitor = await openPage(browser, 390, 844)
    const addresses: string[] = []
    owner.page.on('request', (request) => addresses.push(request.url()))
    await signIn(owner.page)
    await owner.page.getByText('Todavía no hay visitas.').waitFor()
    await owner.page.evaluate('window.neverReloaded = true')

    await tapped(visitor.page)
    const firstMs = await msUntil(() => owner.page.getByText('Visitas Totales').waitFor())
    const nfc = owner.page.getByRole('listitem').filter({ hasText: 'Tarjeta NFC' }).first()
    await expect.poll(() => nfc.innerText()).toMatch(/1\s*100,0|iPhone/)
    const live = owner.page.getByRole('region', { name: 'En vivo' })
    await expect.poll(() => live.innerText()).toMatch(/Conectado[^]*Visita\s+iPhone · Tarjeta NFC/)
    await owner.page.getByText('1 persona viendo tu perfil').first().waitFor()

    const other = await openPage(browser, 390, 844)
    await tapped(other.page)
    const secondMs = await msUntil(() => visitsOn(owner.page, 2))
    console.info(`tap → dashboard: ${firstMs} ms on an empty one, ${secondMs} ms on one with figures`)
    await owner.page.getByText('2 personas viendo tu perfil').first().waitFor()

    const tracked = visitor.page.waitForResponse((response) => response.url().includes('/api/public/note/'))
    // The link itself leads away; only the press matters here.
    await visitor.page.evaluate(
      "document.addEventListener('click', (event) => event.preventDefault(), { capture: true })",
    )
    await visitor.page.getByRole('link', { name: /WhatsApp/ }).click()
    expect((await tracked).status()).toBe(200)
    const networks = owner.page.getByRole('region', { name: 'Rendimiento por Red Social' })
    await expect.poll(() => networks.innerText()).toMatch(/WhatsApp\s+1\s*100,0/)
    await expect.poll(() => live.innerText()).toMatch(/Clic en WhatsApp[^]*Visita[^]*Visita/)

    expect(await owner.page.evaluate('window.neverReloaded')).toBe(true)
    expect(addresses.filter((address) => address.includes('/live'))).toHaveLength(1)
    const token = await owner.page.evaluate("JSON.parse(localStorage.getItem('app.session')).token")
    expect(addresses.filter((address) => address.includes(String(token)))).toEqual([])
    expect([...owner.complaints, ...visitor.complaints, ...other.complaints]).toEqual([])
    for (const { context } of [owner, visitor, other]) await context.close()
  })

  test('with the network the stream continues at its position, and shows the events of the outage [FIG-12]', async () => {
    const { context, page } = await openPage(browser, 1440, 900)
    // The first figures of a page count up to their values: a test must not read them before.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const places: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/live')) places.push(request.headers()['last-event-id'])
    })
    await signIn(page)
    await page.getByText('Conectado', { exact: true }).waitFor()
    const before = Number(/\d+/.exec(await visitsPanel(page).innerText())?.[0])
    await context.setOffline(true)
    const visitor = await openPage(browser, 390, 844)
    await tapped(visitor.page)
    await context.setOffline(false)
    await visitsOn(page, before + 1)
    await page.getByText('Conectado', { exact: true }).waitFor()
    await expect.poll(() => places).toEqual([undefined, expect.stringMatching(/^\d+$/)])
    await visitor.context.close()
    await context.close()
  })

  test('the report is saved under the name of its range and day', async () => {
    const { context, page, complaints } = await openPage(browser, 1440, 900)
    await signIn(page)
    const download = page.waitForEvent('download')
    // It leaves after 3 s, which may be over when the download is known here.
    const told = page.getByText('Reporte descargado').waitFor()
    await page.getByRole('button', { name: 'Reporte Excel' }).click()
    await told
    expect((await download).suggestedFilename()).toMatch(/_all-time_\d{4}-\d{2}-\d{2}\.xlsx$/)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a page that was not visible for a second is no tap [FIG-5]', async () => {
    const { context, page } = await openPage(browser, 390, 844)
    const taps: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/public/profile/')) taps.push(request.url())
    })
    await page.goto(`${product.url}/pages/demo`)
    await page.goto('about:blank')
    expect(taps).toEqual([])
    await context.close()
  })

  test('the contact is saved without any script [SCR-5]', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${product.url}/pages/demo`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().click()
    expect((await download).suggestedFilename()).toBe('Antonia Rivas Soto.vcf')
    await context.close()
  })

  test('an owner’s own visit, clicks and download move nothing but what is left out', async () => {
    const { context, page, complaints } = await openPage(browser, 390, 844)
    await signIn(page)
    const before = await figuresOf(page)
    await useTheCard(page)
    await expect
      .poll(() => figuresOf(page))
      .toEqual({
        ...before,
        own: {
          visits: before.own.visits + 1,
          clicks: before.own.clicks + 2,
          downloads: before.own.downloads + 1,
        },
      })

    const token = await page.evaluate("localStorage.getItem('app.session')")
    await page.evaluate("localStorage.removeItem('app.session')")
    const away = await figuresAs(String(token))
    await useTheCard(page)
    await expect
      .poll(() => figuresAs(String(token)))
      .toEqual({
        counted: {
          visits: away.counted.visits + 1,
          clicks: away.counted.clicks + 2,
          downloads: away.counted.downloads + 1,
        },
        own: away.own,
      })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a browser that is too old shows, in Spanish, which ones are supported', async () => {
    const { context, page, complaints } = await openPage(browser, 390, 844)
    await context.addInitScript('delete Array.prototype.toSorted')
    await page.goto(`${product.url}/login`)
    await page.getByRole('heading', { name: 'Tu navegador es muy antiguo para este panel' }).waitFor()
    await page.getByText('Safari o iOS 16.4, Chrome o Edge 111, Firefox 128').waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
    await page.goto(`${product.url}/pages/demo`)
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(SIZES)(
    'the screens at %d px are accessible, fit, and complain of nothing [SCR-9]',
    async (width, height) => {
      const { context, page, complaints } = await openPage(browser, width, height)
      // Elements that appear during the check have their contrast at once.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const fits = (): Promise<unknown> =>
        page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')
      // The panels of the dashboard show once there is a visit.
      await tapped(page)
      expect(await seriousFaults(page)).toEqual([])
      expect(await fits()).toBe(true)
      await page.goto(`${product.url}/login`)
      await page.getByRole('button', { name: 'Entrar' }).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await signIn(page)
      for (const theme of ['light', 'dark']) {
        await page.evaluate(`localStorage.setItem('app.theme', '${theme}')`)
        await page.reload()
        await page.getByText('Conectado', { exact: true }).waitFor()
        await page.getByRole('region', { name: 'Visitantes Identificados' }).waitFor()
        expect(await seriousFaults(page)).toEqual([])
        expect(await fits()).toBe(true)
      }
      expect(complaints).toEqual([])
      await context.close()
    },
    60_000,
  )

  test('a visitor identifies, and the owner’s answer names them', async () => {
    const { context, page } = await openPage(browser, 390, 844)
    await page.goto(`${product.url}/pages/demo`)
    await page.getByRole('button', { name: 'Preséntate (opcional)' }).click()
    await page.getByLabel('Nombre completo').fill('Camila Soto')
    await page.getByLabel('Teléfono').fill('+56 9 6612 4455')
    await page.getByLabel('¿De dónde se conocen?').fill('Expo Frío')
    const answered = page.waitForResponse((response) => response.url().includes('/api/public/identify/'))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    expect((await answered).status()).toBe(200)
    await page.getByRole('dialog').getByText('¡Gracias, Camila').waitFor()
    await context.close()
  })
})
