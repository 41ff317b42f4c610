import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Figures } from '../frame.ts'

const PATHS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
]

/** The mid-range phone of DESIGN.md, section 8. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const CPU_SLOWDOWN = 4
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'es-CL',
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 7a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
}

/** @throws Error when no Chromium is installed */
export function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH, ...PATHS].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (executablePath === undefined)
    throw new Error('Chromium is not installed: apt-get install chromium, or CHROMIUM_PATH')
  return chromium.launch({ executablePath, headless: true, args: ARGS })
}

/** A phone that has loaded nothing of the product yet. */
export const newPhone = (browser: Browser): Promise<BrowserContext> => browser.newContext(PHONE)

/** A throttled page that measures itself. */
export async function openThrottled(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage()
  await page.addInitScript(VITALS_SCRIPT)
  const devTools = await phone.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return page
}

/** As the browser reports them; times in milliseconds, `inp` of the slowest press. */
interface Vitals extends Figures {
  readonly lcp: number
  readonly cls: number
  readonly inp: number
}

/** Runs in the page before all else. */
const VITALS_SCRIPT = `(() => {
  const vitals = { lcp: 0, cls: 0, inp: 0 }
  globalThis.__vitals = vitals
  const observe = (type, options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('largest-contentful-paint', {}, ({ startTime }) => { vitals.lcp = startTime })
  observe('layout-shift', {}, ({ hadRecentInput, value }) => { if (!hadRecentInput) vitals.cls += value })
  observe('event', { durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId > 0) vitals.inp = Math.max(vitals.inp, duration)
  })
})()`

/** The shortest that the browser reports. */
const FRAME_MS = 16

/** @throws Error when the page painted nothing */
export async function vitalsOf(page: Page): Promise<Vitals> {
  const { lcp, cls, inp } = (await page.evaluate('globalThis.__vitals')) as Vitals
  if (lcp === 0) throw new Error(`${page.url()} painted nothing`)
  return { lcp, cls, inp: Math.max(inp, FRAME_MS) }
}
