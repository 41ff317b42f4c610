import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { session } from '@app/contracts/login.ts'
import { SESSION_KEY } from '@app/contracts/product.ts'
import { latenciesOf, percentile, type BenchPart, type Figures, type Judged } from '../frame.ts'
import { createGet, timesOf } from '../load/in-flight.ts'
import { ADMINISTRATOR } from '../load/product.ts'
import { openFilled, post } from './dashboard.ts'

const CHROMIUM = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`)
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const EDGE = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
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
const FIGURE = '[aria-label="Visitas Totales"] p'
const CONTENT = {
  owner: `${FIGURE}:text-matches("[0-9]")`,
  administrator: '[aria-label="Usuarios"] tbody tr',
} as const
const VITALS_SCRIPT = `(() => {
  const vitals = (globalThis.__vitals = { lcp: 0, cls: 0, figures: 0 })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => { vitals.lcp = startTime })
  observe('layout-shift', ({ value }) => { vitals.cls += value })
  new MutationObserver(() => {
    if (document.querySelector('${FIGURE}')?.textContent) vitals.figures ||= performance.now()
  }).observe(document, { childList: true, subtree: true })
})()`

interface Screen {
  readonly path: string
  readonly as?: 'owner' | 'administrator'
  readonly network?: typeof SLOW_4G
  readonly slowdown?: number
  readonly isSecond?: true
}

const DASHBOARD = { path: '/dashboard?tab=analytics', as: 'owner' } as const
const SCREENS = {
  'public page': { path: '/pages/demo' },
  second: { path: '/pages/demo', isSecond: true },
  landing: { path: '/' },
  'sign-in': { path: '/login' },
  dashboard: DASHBOARD,
  administration: { path: '/admin', as: 'administrator' },
  'dashboard at 400 kbit/s': { ...DASHBOARD, network: EDGE, slowdown: 1 },
} satisfies Readonly<Record<string, Screen>>
/** Visits of the card in its year. */
const VISITS_SHOWN = 3_650
const VISITS = 3
const REQUESTS = { timesMax: 500, ms: 15_000 }
const BROWSER_HEADERS = { 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': 'Mozilla/5.0 (bench)' }
const SETTLE_MS = 500
const SIGNED_IN_SETTLE_MS = 2_500

const vital = (screen: keyof typeof SCREENS, metric: string, atMost: number): Judged => ({
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
    vital('landing', 'cls', 0.02),
    vital('sign-in', 'lcp', 1_400),
    vital('sign-in', 'cls', 0.02),
    vital('dashboard', 'lcp', 2_600),
    vital('administration', 'lcp', 3_200),
    vital('dashboard at 400 kbit/s', 'figures', 3_500),
  ],
  open: async (context) => {
    const { product, cards } = await openFilled(context, 'page', [VISITS_SHOWN])
    const sessions = {
      owner: cards[0]!.session,
      administrator: await post(`${product.url}/api/auth/login`, {
        email: ADMINISTRATOR.ADMIN_EMAIL,
        password: ADMINISTRATOR.ADMIN_PASSWORD,
      }),
    }
    const browser = await launchChromium()
    context.onClose(() => browser.close())
    const { get, close } = createGet()
    context.onClose(close)
    const once = async (): Promise<number> => {
      const { ms, status } = await get(`${product.url}/pages/demo`, BROWSER_HEADERS)
      if (status !== 200) throw new Error(`/pages/demo was answered ${status}`)
      return ms
    }
    const visits = async (screen: Screen): Promise<Figures> => {
      const figures: Figures[] = []
      while (figures.length < context.scaled(VISITS)) {
        const phone = await browser.newContext(PHONE)
        try {
          if (screen.as) await phone.addInitScript(signedInScript(sessions[screen.as]))
          if (screen.isSecond) await visit(phone, product.url, screen)
          figures.push(await visit(phone, product.url, screen))
        } finally {
          await phone.close()
        }
      }
      const medianOf = (metric: string) =>
        percentile(
          figures.map((one) => one[metric]!),
          50,
        )
      return Object.fromEntries(Object.keys(figures[0]!).map((metric) => [metric, medianOf(metric)]))
    }
    await timesOf(once, REQUESTS)
    const screens = Object.entries(SCREENS).map(([name, screen]) => [name, () => visits(screen)] as const)
    return {
      server: async () => latenciesOf(await timesOf(once, REQUESTS)),
      ...Object.fromEntries(screens),
    }
  },
}

function signedInScript(answer: unknown): string {
  const { access_token: token, user, profile_url } = session.parse(answer)
  const stored = JSON.stringify({ token, user: { ...user, activation_used: true }, profile_url })
  return `localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(stored)})`
}

function launchChromium(): Promise<Browser> {
  const executablePath = CHROMIUM.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error('Chromium is not installed: apt-get install chromium')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

async function visit(
  phone: BrowserContext,
  site: string,
  { path, as, network = SLOW_4G, slowdown = CPU_SLOWDOWN }: Screen,
): Promise<Figures> {
  const opened = await phone.newPage()
  await opened.addInitScript(VITALS_SCRIPT)
  const devTools = await phone.newCDPSession(opened)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await opened.goto(`${site}${path}`, { waitUntil: 'load' })
  if (as) await opened.locator(CONTENT[as]).first().waitFor()
  await opened.waitForTimeout(as ? SIGNED_IN_SETTLE_MS : SETTLE_MS)
  const vitals = await opened.evaluate<Figures>('globalThis.__vitals')
  if (vitals.lcp === 0) throw new Error(`${path} painted nothing`)
  await opened.close()
  return vitals
}
