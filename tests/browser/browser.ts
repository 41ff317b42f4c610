import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { isLong } from '../support/longer-runs.ts'
import { WAIT_MS_MAX } from '../support/wait-limit.ts'
import { WITHOUT_NEWER } from '../support/newer-built-ins.ts'
import { chromium, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'

const WITH_WINDOWS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same engine built without windows and extensions: a page takes less than half of the processor time. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'
/** As the system has it. People have the one with windows, so the lane `browsers` has that one. */
const PATHS = isLong ? WITH_WINDOWS : [WITHOUT_WINDOWS, ...WITH_WINDOWS]
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Headless Chromium identifies as a robot; visitors have phones. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** A browser whose pages have the clock of the product that they show. */
export interface ClockedBrowser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}

/**
 * The only place that starts Chromium for tests (`tests/code/waits.test.ts`).
 * @param now the product's clock: a page compares tokens and instants with its own
 */
export async function launchBrowser(now: () => Date): Promise<ClockedBrowser> {
  const executablePath = [process.env.CHROMIUM_PATH, ...PATHS].find((path) => path && existsSync(path))
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium')
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: ARGS,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      await context.clock.setSystemTime(now())
      const isPhone = (options?.viewport?.width ?? DESK_WIDTH_MIN) < DESK_WIDTH_MIN
      if (isPhone) await context.addInitScript(NO_SCROLLBARS)
      return context
    },
    close: () => browser.close(),
  }
}

const DESK_WIDTH_MIN = 768

/** As on a phone, which draws none beside a page. By a style sheet: a session of the protocol disturbs workers. */
const NO_SCROLLBARS = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { scrollbar-width: none }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the console, of the page's scripts, and of the content security policy. */
  readonly complaints: string[]
}

/** With no more than what the oldest browsers have that the client is built for. */
export async function openPage(
  browser: ClockedBrowser,
  width: number,
  height: number,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const viewport = { width, height }
  const context = await browser.newContext({ viewport, userAgent: PHONE, locale: 'es-CL', ...options })
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

/** The movements that a page makes by itself are added up in `globalThis.shifted`. */
export const COUNT_SHIFTS = `
globalThis.shifted = 0
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) globalThis.shifted += value
}).observe({ type: 'layout-shift', buffered: true })`

/** Parts of phones that are drawn on a page, and have a scrollbar beside what they show. */
const BARRED = `[...document.querySelectorAll('*')].filter(({ shadowRoot }) => {
  const profile = shadowRoot?.querySelector('.profile')
  return profile && profile.offsetWidth > profile.clientWidth
}).length`
export const scrollbarsInPhones = (page: Page): Promise<number> => page.evaluate<number>(BARRED)

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Ends animations: a fading element has no contrast yet, and a pulsing one never ends. */
const STILL = `Promise.allSettled(document.getAnimations()
  .filter(({ timeline, effect }) => timeline === document.timeline && effect.getComputedTiming().endTime < 5_000)
  .map(({ finished }) => finished)).then(() => true)`

/**
 * Serious or critical faults of axe, in words. Not by @axe-core/playwright, which sends the 1.3 MB of axe twice
 * for each check, and all passed rules back: half a second of processor time.
 * @param within a selector, where the rest of the page has been looked at before
 */
export async function seriousFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE)
  await page.evaluate(STILL)
  const context = JSON.stringify({ include: [[within]] })
  const found = `axe.run(${context}, { reporter: 'no-passes' }).then(({ violations }) => violations)`
  const violations = await page.evaluate<AxeResults['violations']>(found)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}

/** Allowed answers of a tap: a busy machine answers before it has recorded it, and the figures show it later. */
export const TAKEN: readonly string[] = ['recorded', 'pending']
