import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PUBLIC_URL } from '../../support/api/test-backend.ts'
import { seriousFaults } from '../browser.ts'
import { onPage } from './public-face-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0.0.0 Mobile Safari/537.36 Instagram 384.0.0.46.83 Android'

const NO_SHEET = `Object.defineProperty(navigator, 'share', { value: undefined })`

const WIDTHS = [320, 390, 461, 768, 899, 900, 1_440] as const

const ADDRESS = `${PUBLIC_URL}/pages/demo`

export function sharingSteps(world: () => ApiWorld): void {
  const width = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth')

  describe('the code', () => {
    test('is beside the column of a wide window; axe finds nothing', ({ expect }) =>
      onPage(world(), { viewport: { width: 1_440, height: 900 } }, async (page, complaints) => {
        const code = page.getByRole('img', { name: 'Código QR de este perfil' })
        await code.waitFor()
        await expect
          .poll(() => page.evaluate("document.querySelector('.qr img').naturalWidth"))
          .toBeGreaterThan(0)
        expect(await page.getByText('Ábrelo en tu teléfono').isVisible()).toBe(true)
        expect(await seriousFaults(page)).toEqual([])
        expect(complaints).toEqual([])
      }))
  })

  test('in the browser of an app on Android a notice leads to Chrome, and has the link, the phone and the mail', () =>
    onPage(world(), { before: NO_SHEET, userAgent: INSTAGRAM }, async (page, complaints) => {
      const notice = page.getByRole('region', { name: 'Abre esta página en Chrome' })
      const links = await notice.getByRole('link').all()
      const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
      expect(hrefs).toEqual([
        `${ADDRESS.replace(/^https:/, 'intent:')}#Intent;scheme=https;package=com.android.chrome;end`,
        'tel:+56912345678',
        'mailto:antonia@andes.example',
      ])
      expect(await notice.getByRole('button', { name: 'Copiar enlace' }).isVisible()).toBe(true)
      expect(await seriousFaults(page)).toEqual([])
      expect(complaints).toEqual([])
    }))

  test('from 320 to 1440 px nothing is beyond the window', () =>
    onPage(world(), {}, async (page) => {
      for (const wide of WIDTHS) {
        await page.setViewportSize({ width: wide, height: 800 })
        expect(await width(page)).toBeLessThanOrEqual(wide)
        const save = await page
          .getByRole('link', { name: 'Guardar contacto', exact: true })
          .last()
          .boundingBox()
        expect([wide, save!.x >= 0, save!.x + save!.width <= wide]).toEqual([wide, true, true])
      }
    }))

  test('at text of 200 % the company is whole, no word lies on the photo, and the skip link is away', () =>
    onPage(world(), {}, async (page) => {
      await page.evaluate("void (document.documentElement.style.fontSize = '200%')")
      const company = page.locator('.logo span')
      expect(await company.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0)
      const skip = await page.locator('.skip').boundingBox()
      expect(skip!.y + skip!.height).toBeLessThanOrEqual(0)
      const openers = await page.locator('.openers').boundingBox()
      const photo = await page.locator('.ava').boundingBox()
      expect(openers!.y + openers!.height).toBeLessThanOrEqual(photo!.y)
      expect(await width(page)).toBe(390)
    }))
}
