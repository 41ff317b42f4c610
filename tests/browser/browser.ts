import { AxeBuilder } from '@axe-core/playwright'
import { existsSync } from 'node:fs'
import { WITHOUT_NEWER } from '../support/newer-built-ins.ts'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** Real Chromium, as the system has it. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Headless Chromium says that it is a robot; visitors come with phones. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** A report is made by a thread that steps back for all others: on a busy machine it takes its time. */
const WAIT_MS_MAX = 90_000

export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...PATHS].find((path) => path !== undefined && existsSync(path))

export const launchBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, headless: true, args: ARGS })

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the console, of the page's scripts, and of the content security policy. */
  readonly complaints: string[]
}

/** With no more than what the oldest browsers have that the client is built for. */
export async function openPage(browser: Browser, width: number, height: number): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width, height }, userAgent: PHONE, locale: 'es-CL' })
  context.setDefaultTimeout(WAIT_MS_MAX)
  await context.addInitScript(WITHOUT_NEWER)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page, complaints }
}

/** What axe holds to be serious or critical, in words. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  // No page of ours has frames; what axe does for their sake takes twice as long as all the rest.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}
