import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type ElementHandle, type Page } from 'puppeteer-core'
import type { Engine } from './webkit.ts'

/** Firefox ESR by WebDriver BiDi. */

const PATH = '/usr/bin/firefox-esr'
const WAIT_MS_MAX = 30_000

export async function openFirefox(userAgent: string): Promise<Engine> {
  const downloads = await mkdtemp(join(tmpdir(), 'app-test-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: PATH,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'es-CL, es',
      'general.useragent.override': userAgent,
      'ui.useOverlayScrollbars': 1,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
    },
  })
  let page = await browser.newPage()
  let viewport = { width: 1440, height: 900 }
  return {
    downloads,
    goto: async (url) => {
      // A page that has downloaded a file answers no navigation any more: each address gets a tab of its own.
      const last = page
      page = await browser.newPage()
      await page.setViewport(viewport)
      await last.close()
      await page.goto(url, { waitUntil: 'load' })
    },
    read: (expression) => page.evaluate(expression),
    resize: async (width, height) => {
      viewport = { width, height }
      await page.setViewport(viewport)
    },
    press: async (xpath) => (await find(page, xpath)).click(),
    type: async (xpath, text) => (await find(page, xpath)).type(text),
    close: async () => {
      await browser.close()
      await rm(downloads, { recursive: true, force: true })
    },
  }
}

async function find(page: Page, xpath: string): Promise<ElementHandle> {
  const found = await page.waitForSelector(`::-p-xpath(${xpath})`, { timeout: WAIT_MS_MAX })
  if (found === null) throw new Error(`not on the page: ${xpath}`)
  return found
}
