import { findChromium, launchBrowser, PHONE } from '../browser.ts'
import type { Engine } from './engine.ts'

/** The part that tests of engines use to open addresses and read pages. */
export async function openChromium(): Promise<Engine> {
  const path = findChromium()
  if (path === undefined) throw new Error('Chromium is not installed: .ci/run says which packages bring it')
  const browser = await launchBrowser(path)
  const context = await browser.newContext({
    userAgent: PHONE,
    locale: 'es-CL',
  })
  let page = await context.newPage()
  const press = (xpath: string) => page.locator(`xpath=${xpath}`)
  return {
    name: 'Chromium',
    downloads: '',
    goto: async (url) => {
      // The error page of an address that failed interrupts the next navigation.
      const last = page
      page = await context.newPage()
      await last.close()
      await page.goto(url, { waitUntil: 'load' })
    },
    read: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: (xpath) => press(xpath).click(),
    type: (xpath, text) => press(xpath).fill(text),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}
