import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { latenciesOf, percentile, type BenchPart, type Figures, type Judged } from '../frame.ts'
import { startBenchProduct } from '../load/product.ts'
import { createGet, timesOf } from '../load/in-flight.ts'

const CHROMIUM = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`)
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
const VITALS_SCRIPT = `(() => {
  const vitals = (globalThis.__vitals = { lcp: 0, cls: 0 })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { vitals.lcp = startTime })
  observe('layout-shift', ({ value }) => { vitals.cls += value })
})()`

const PATHS = { 'public page': '/pages/demo', landing: '/', 'sign-in': '/login' }
const VISITS = 3
const REQUESTS = { timesMax: 500, ms: 15_000 }
const BROWSER_HEADERS = { 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': 'Mozilla/5.0 (bench)' }
const SETTLE_MS = 500

const vital = (screen: keyof typeof PATHS, metric: string, atMost: number): Judged => ({
  title: `${screen}: ${metric.toUpperCase()}`,
  metric,
  of: screen,
  atMost,
})

export const page: BenchPart = {
  name: 'page',
  judged: [
    { title: 'public page from the server, p50 ms', metric: 'p50', of: 'server', atMost: 5 },
    { title: 'public page from the server, p99 ms', metric: 'p99', of: 'server', atMost: 30 },
    vital('public page', 'lcp', 700),
    { title: 'public page, second visit: LCP', metric: 'lcp', of: 'second', atMost: 600 },
    vital('public page', 'cls', 0.02),
    vital('landing', 'lcp', 1_300),
    vital('sign-in', 'lcp', 1_400),
    vital('sign-in', 'cls', 0.02),
  ],
  open: async (context) => {
    const product = await startBenchProduct(context, { DATABASE_URL: await context.database('page') })
    const browser = await launchChromium()
    context.onClose(() => browser.close())
    const { get, close } = createGet()
    context.onClose(close)
    const once = async (): Promise<number> => {
      const { ms, status } = await get(`${product.url}/pages/demo`, BROWSER_HEADERS)
      if (status !== 200) throw new Error(`/pages/demo was answered ${status}`)
      return ms
    }
    const visits = async (path: string, isSecond = false): Promise<Figures> => {
      const figures: Figures[] = []
      while (figures.length < context.scaled(VISITS)) {
        const phone = await browser.newContext(PHONE)
        try {
          if (isSecond) await visit(phone, `${product.url}${path}`)
          figures.push(await visit(phone, `${product.url}${path}`))
        } finally {
          await phone.close()
        }
      }
      const median = (metric: string): number =>
        percentile(
          figures.map((one) => one[metric]!),
          50,
        )
      return { lcp: median('lcp'), cls: median('cls') }
    }
    await timesOf(once, REQUESTS)
    const screens = Object.entries(PATHS).map(([name, path]) => [name, () => visits(path)] as const)
    return {
      server: async () => latenciesOf(await timesOf(once, REQUESTS)),
      second: () => visits(PATHS['public page'], true),
      ...Object.fromEntries(screens),
    }
  },
}

function launchChromium(): Promise<Browser> {
  const executablePath = CHROMIUM.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

async function visit(phone: BrowserContext, url: string): Promise<Figures> {
  const opened = await phone.newPage()
  await opened.addInitScript(VITALS_SCRIPT)
  const devTools = await phone.newCDPSession(opened)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await opened.goto(url, { waitUntil: 'load' })
  await opened.waitForTimeout(SETTLE_MS)
  const vitals = await opened.evaluate<Figures>('globalThis.__vitals')
  if (vitals.lcp === 0) throw new Error(`${url} painted nothing`)
  await opened.close()
  return vitals
}
