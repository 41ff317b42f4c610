import type { Browser } from 'playwright-core'
import { createKeepAlive, type KeepAlive } from '../load/keep-alive.ts'
import { timesOf } from '../load/requests.ts'
import { launchChromium, newPhone } from '../page/phone-browser.ts'
import { aimsOf, measureScreen, SCREEN_METRICS, variantsOf, VISITS, type Screen } from '../page/screens.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { latenciesOf } from '../report/statistics.ts'

const PAGES: readonly Screen[] = [
  {
    name: 'profile',
    title: 'public page',
    path: '/pages/demo',
    presses: ['dialog:not([open]) ~ * button, main button', 'dialog[open] button'],
    wanted: { usable: '#guardar' },
    aims: { lcp: 1_200, cls: 0.02, inp: 100 },
    warmAims: { lcp: 600 },
  },
  {
    name: 'landing',
    title: 'landing',
    path: '/',
    presses: ['summary', 'main button'],
    wanted: { usable: 'a[href="#quotation"]' },
    aims: { lcp: 2_000, inp: 150 },
  },
  {
    name: 'login',
    title: 'sign-in',
    path: '/login',
    presses: ['input[type=email]', 'main button[type=submit]'],
    wanted: { usable: 'input[type=email]' },
    aims: { lcp: 1_600 },
  },
]

const REQUESTS = { timesMax: 500, ms: 15_000 }
const WARM_UP = { timesMax: 100, ms: 5_000 }
const BROWSER_HEADERS = { 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': 'Mozilla/5.0 (bench)' }

interface Pages {
  readonly product: Product
  readonly browser: Browser
  readonly calls: KeepAlive
}

async function open(context: BenchContext): Promise<Pages> {
  const product = await startBenchProduct(context, { DATABASE_URL: await context.server.database('page') })
  const browser = await launchChromium()
  context.closing.add(() => browser.close())
  const calls = createKeepAlive()
  context.closing.add(calls.close)
  return { product, browser, calls }
}

function measure(pages: Pages, variant: string): Promise<Figures> {
  if (variant === 'server') return serverTimes(pages)
  const { product, browser } = pages
  return measureScreen(PAGES, variant, { origin: product.url, newPhone: () => newPhone(browser) })
}

async function serverTimes({ product, calls }: Pages): Promise<Figures> {
  const once = async (): Promise<number> => {
    const { ms, status } = await calls.get(`${product.url}/pages/demo`, BROWSER_HEADERS)
    if (status !== 200) throw new Error(`/pages/demo was answered ${status}`)
    return ms
  }
  await timesOf(once, WARM_UP)
  return latenciesOf(await timesOf(once, REQUESTS))
}

export const pagePart = part<Pages>({
  name: 'page',
  title: 'Pages: how soon a phone shows them',
  how: `The built product, as \`npm start\` runs it, without TLS. Server time is that of \`GET /pages/demo\`, with brotli accepted, one request at a time on a kept connection, up to ${REQUESTS.timesMax} after a warm-up. Chromium measures the rest in a phone's size. Its developer tools slow it down to slow 4G (1.6 Mb/s, 150 ms for each request) and a fourth of the processor, which is an estimate of a mid-range phone. Each figure is the median of ${VISITS} visits with an empty cache, or of the second visits of ${VISITS} phones. INP is the slowest answer to the presses that the bench makes, which open parts of the page. A page is usable once its main control is visible: the button that saves the contact, the fields of the sign-in.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'server p50, ms', digits: 2 },
    { name: 'p99', title: 'server p99, ms', digits: 1 },
    ...SCREEN_METRICS.filter(({ name }) => !['chart', 'list'].includes(name)),
  ],
  variants: [{ name: 'server', title: 'public page, from the server' }, ...variantsOf(PAGES)],
  aims: [
    { title: 'public page: server p50, ms', metric: 'p50', of: 'server', atMost: 5 },
    { title: 'public page: server p99, ms', metric: 'p99', of: 'server', atMost: 30 },
    ...aimsOf(PAGES),
  ],
  open,
  measure,
})
