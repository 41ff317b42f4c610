import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium, launchBrowser, openPage, seriousFaults } from './browser.ts'
import { createDataFolder, startProductProcess, type DataFolder, type Product } from './product-process.ts'

/** The product as people see it: the built program, real Chromium with a phone's user agent. */
const chromium = findChromium()
if (chromium === undefined) {
  const line = 'NO BROWSER TESTS: Chromium is not installed (apt-get install chromium, or CHROMIUM_PATH).'
  console.warn(`\n${'!'.repeat(line.length)}\n${line}\n${'!'.repeat(line.length)}\n`)
  if (process.env.CI === 'true') throw new Error(line)
}

const ADMIN_PASSWORD = 'Prueba123'
const SEEN_MS_MAX = 10_000
const WIDTHS = [
  [1440, 900],
  [390, 844],
] as const

describe.skipIf(chromium === undefined)('in Chromium', () => {
  let folder: DataFolder
  let product: Product
  let browser: Browser

  beforeAll(async () => {
    folder = await createDataFolder()
    product = await startProductProcess({ dataDir: folder.path, env: { ADMIN_PASSWORD } })
    browser = await launchBrowser(chromium ?? '')
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await folder?.remove()
  }, 60_000)

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${product.url}/dashboard`)
    await page.getByLabel('Correo electrónico').fill(/Administrador (\S+)/.exec(product.output())?.[1] ?? '')
    await page.getByLabel('Contraseña', { exact: true }).fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('heading', { name: 'Analytics Dashboard' }).waitFor()
  }

  /** The tap that the page makes, as the server confirmed it. */
  const tapOf = (page: Page): Promise<string | undefined> =>
    page
      .waitForResponse((response) => response.url().includes('/api/public/profile/'))
      .then((response) => response.headers()['tap-status'])

  test('a tap, a click and a saved contact show on the open dashboard within a moment', async () => {
    const owner = await openPage(browser, 1440, 900)
    const visitor = await openPage(browser, 390, 844)
    await signIn(owner.page)
    await owner.page.getByText('Todavía no hay visitas.').waitFor()

    const tap = tapOf(visitor.page)
    await visitor.page.goto(`${product.url}/pages/demo?s=nfc`)
    expect(await tap).toBe('recorded')
    const recordedAt = performance.now()
    await owner.page.getByText('Visitas Totales').waitFor({ timeout: SEEN_MS_MAX })
    console.info(`tap → dashboard: ${Math.round(performance.now() - recordedAt)} ms`)
    const nfc = owner.page.getByRole('listitem').filter({ hasText: 'Tarjeta NFC' })
    await expect.poll(() => nfc.innerText(), { timeout: SEEN_MS_MAX }).toMatch(/1\s*100,0/)

    const tracked = visitor.page.waitForResponse((response) => response.url().includes('/api/public/track/'))
    // The link itself leads away; only the press matters here.
    await visitor.page.evaluate(
      "document.addEventListener('click', (event) => event.preventDefault(), { capture: true })",
    )
    await visitor.page.getByRole('link', { name: /WhatsApp/ }).click()
    expect((await tracked).status()).toBe(200)
    const networks = owner.page.getByRole('region', { name: 'Rendimiento por Red Social' })
    await expect.poll(() => networks.innerText(), { timeout: SEEN_MS_MAX }).toMatch(/WhatsApp\s+1\s*100,0/)

    expect([...owner.complaints, ...visitor.complaints]).toEqual([])
    await owner.context.close()
    await visitor.context.close()
  }, 60_000)

  test('a page that nobody looked at for a second is no tap', async () => {
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

  test('the contact is saved without any script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${product.url}/pages/demo`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Guardar contacto', exact: true }).last().click()
    expect((await download).suggestedFilename()).toBe('Antonia Rivas Soto.vcf')
    await context.close()
  })

  test.each(WIDTHS)(
    'the screens at %d px are accessible, fit, and complain of nothing',
    async (width, height) => {
      const { context, page, complaints } = await openPage(browser, width, height)
      const fits = (): Promise<unknown> =>
        page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')
      await page.goto(`${product.url}/login`)
      await page.getByRole('button', { name: 'Entrar' }).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await signIn(page)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      expect(await seriousFaults(page)).toEqual([])
      expect(await fits()).toBe(true)
      await page.goto(`${product.url}/pages/demo`)
      expect(await seriousFaults(page)).toEqual([])
      expect(await fits()).toBe(true)
      expect(complaints).toEqual([])
      await context.close()
    },
    60_000,
  )

  test('a visitor says who they are, and the owner’s answer names them', async () => {
    const { context, page } = await openPage(browser, 390, 844)
    await page.goto(`${product.url}/pages/demo`)
    await page.getByRole('button', { name: 'Identifícate (opcional)' }).click()
    await page.getByLabel('Nombre completo').fill('Camila Soto')
    await page.getByLabel('Teléfono').fill('+56 9 6612 4455')
    await page.getByLabel('¿De dónde se conocen?').fill('Expo Frío')
    const answered = page.waitForResponse((response) => response.url().includes('/api/public/identify/'))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    expect((await answered).status()).toBe(200)
    await page.getByText('¡Gracias, Camila').waitFor()
    await context.close()
  })
})
