import type { BrowserContext } from 'playwright-core'
import { latenciesOf, percentile, type BenchPart, type Figures, type Judged } from '../frame.ts'
import { launchChromium, newPhone, openThrottled, vitalsOf } from '../load/phone-browser.ts'
import { startBenchProduct } from '../load/product.ts'
import { createGet, timesOf } from '../load/requests.ts'

interface Screen {
  readonly path: string
  /** CSS selectors pressed one after another for INP, as far as the screen shows them. */
  readonly presses: readonly string[]
}

const PROFILE = 'public page'
const SCREENS: Readonly<Record<string, Screen>> = {
  [PROFILE]: {
    path: '/pages/demo',
    presses: ['dialog:not([open]) ~ * button, main button', 'dialog[open] button'],
  },
  landing: { path: '/', presses: ['summary', 'main button'] },
  'sign-in': { path: '/login', presses: ['input[type=email]', 'main button[type=submit]'] },
}
/** In each round, each by a new phone. */
const VISITS = 3

const REQUESTS = { timesMax: 500, ms: 15_000 }
const BROWSER_HEADERS = { 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': 'Mozilla/5.0 (bench)' }
/** Browsers report the largest paint and the last presses a moment later. */
const SETTLE_MS = 500

const vital = (screen: string, metric: string, atMost: number): Judged => ({
  title: `${screen}: ${metric.toUpperCase()}`,
  metric,
  of: screen,
  atMost,
})

/** Pages on a phone of slow 4G and a fourth of the processor, without TLS, and the public page's time in the server. */
export const page: BenchPart = {
  name: 'page',
  judged: [
    { title: 'public page from the server, p50 ms', metric: 'p50', of: 'server', atMost: 5 },
    { title: 'public page from the server, p99 ms', metric: 'p99', of: 'server', atMost: 30 },
    vital(PROFILE, 'lcp', 700),
    { title: 'public page, second visit: LCP', metric: 'lcp', of: 'second', atMost: 600 },
    vital(PROFILE, 'cls', 0.02),
    vital(PROFILE, 'inp', 100),
    vital('landing', 'lcp', 2_000),
    vital('landing', 'inp', 150),
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
    const visits = async ({ path, presses }: Screen, isSecond: boolean): Promise<Figures> => {
      const figures: Figures[] = []
      while (figures.length < context.scaled(VISITS)) {
        const phone = await newPhone(browser)
        try {
          if (isSecond) await visit(phone, `${product.url}${path}`, [])
          figures.push(await visit(phone, `${product.url}${path}`, presses))
        } finally {
          await phone.close()
        }
      }
      return mediansOf(figures)
    }
    await timesOf(once, REQUESTS)
    return {
      server: async () => latenciesOf(await timesOf(once, REQUESTS)),
      second: () => visits(SCREENS[PROFILE]!, true),
      ...Object.fromEntries(
        Object.entries(SCREENS).map(([name, screen]) => [name, () => visits(screen, false)]),
      ),
    }
  },
}

async function visit(phone: BrowserContext, url: string, presses: readonly string[]): Promise<Figures> {
  const opened = await openThrottled(phone)
  await opened.goto(url, { waitUntil: 'load' })
  await opened.waitForTimeout(SETTLE_MS)
  for (const selector of presses) {
    const first = opened.locator(selector).filter({ visible: true }).first()
    if ((await first.count()) === 0) continue
    await first.tap()
    await opened.waitForTimeout(SETTLE_MS)
  }
  const vitals = await vitalsOf(opened)
  await opened.close()
  return vitals
}

const mediansOf = (figures: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(figures[0]!).map((metric) => [
      metric,
      percentile(
        figures.map((one) => one[metric]!),
        50,
      ),
    ]),
  )
