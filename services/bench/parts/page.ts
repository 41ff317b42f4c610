import type { Browser } from 'playwright-core'
import { createKeepAlive, timesOf, type KeepAlive } from '../load/keep-alive.ts'
import { launchChromium, newPhone } from '../page/phone-browser.ts'
import { openVisited, pressEach } from '../page/visit.ts'
import { vitalsOf, type Vitals } from '../page/vitals.ts'
import { part, type Aim, type BenchContext, type Figures } from '../part.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { medianOf, percentile } from '../report/statistics.ts'

interface MeasuredPage {
  readonly name: string
  readonly title: string
  readonly path: string
  /** Pressed one after another for INP, as far as the page shows them. */
  readonly presses: readonly string[]
  /** What a person came for: once it is seen, the page is of use. */
  readonly wanted: string
  readonly aims: readonly Pick<Aim, 'metric' | 'atMost'>[]
  /** For a second visit of the same phone. */
  readonly warmAims?: readonly Pick<Aim, 'metric' | 'atMost'>[]
}

const PAGES: readonly MeasuredPage[] = [
  {
    name: 'profile',
    title: 'public page',
    path: '/pages/demo',
    presses: ['dialog:not([open]) ~ * button, main button', 'dialog[open] button'],
    wanted: '#guardar',
    aims: [
      { metric: 'lcp', atMost: 1_200 },
      { metric: 'cls', atMost: 0.02 },
      { metric: 'inp', atMost: 100 },
    ],
    warmAims: [{ metric: 'lcp', atMost: 600 }],
  },
  {
    name: 'landing',
    title: 'landing',
    path: '/',
    presses: ['summary', 'main button'],
    wanted: 'a[href="#quotation"]',
    aims: [
      { metric: 'lcp', atMost: 2_000 },
      { metric: 'inp', atMost: 150 },
    ],
  },
  {
    name: 'login',
    title: 'sign-in',
    path: '/login',
    presses: ['input[type=email]', 'main button[type=submit]'],
    wanted: 'input[type=email]',
    aims: [{ metric: 'lcp', atMost: 1_600 }],
  },
]

const VISITS = 3
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

async function measure(pages: Pages, variant: string): Promise<Figures> {
  if (variant === 'server') return serverTimes(pages)
  const [name, visit] = variant.split('-')
  const shown = PAGES.find((one) => one.name === name)!
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count += 1) visits.push(await visited(pages, shown, visit === 'warm'))
  const median = (of: (seen: Visit) => number): number => medianOf(visits.map(of))
  return {
    fcp: median(({ fcp }) => fcp),
    usable: median(({ usable }) => usable),
    lcp: median(({ lcp }) => lcp),
    cls: median(({ cls }) => cls),
    inp: median(({ inp }) => inp),
  }
}

async function serverTimes({ product, calls }: Pages): Promise<Figures> {
  const once = async (): Promise<number> => {
    const { ms, status } = await calls.get(`${product.url}/pages/demo`, BROWSER_HEADERS)
    if (status !== 200) throw new Error(`/pages/demo was answered ${status}`)
    return ms
  }
  await timesOf(once, WARM_UP)
  const times = await timesOf(once, REQUESTS)
  return { p50: percentile(times, 50), p99: percentile(times, 99) }
}

interface Visit extends Vitals {
  /** Until what the person came for is seen. */
  readonly usable: number
}

async function visited({ product, browser }: Pages, shown: MeasuredPage, isWarm: boolean): Promise<Visit> {
  const phone = await newPhone(browser)
  try {
    const opened = { url: `${product.url}${shown.path}`, wanted: { usable: shown.wanted } }
    if (isWarm) await (await openVisited(phone, opened)).page.close()
    const { page, seen } = await openVisited(phone, opened)
    await pressEach(page, shown.presses)
    return { ...(await vitalsOf(page)), usable: seen.usable! }
  } finally {
    await phone.close()
  }
}

const TITLES: Readonly<Record<string, string>> = { lcp: 'LCP, ms', cls: 'CLS', inp: 'INP, ms' }

function aimsOf({ name, title, aims, warmAims = [] }: MeasuredPage): readonly Aim[] {
  const aim = (of: string, what: string, { metric, atMost }: Pick<Aim, 'metric' | 'atMost'>): Aim => ({
    title: `${what}: ${TITLES[metric] ?? metric}`,
    metric,
    of,
    ...(atMost === undefined ? {} : { atMost }),
  })
  return [
    ...aims.map((one) => aim(`${name}-cold`, title, one)),
    ...warmAims.map((one) => aim(`${name}-warm`, `${title}, second visit`, one)),
  ]
}

export const pagePart = part<Pages>({
  name: 'page',
  title: 'Pages: how soon a phone shows them',
  how: `The built product, as \`npm start\` runs it, without TLS. Server time is that of \`GET /pages/demo\`, accepting brotli, one request at a time on a kept connection, up to ${REQUESTS.timesMax} after a warm-up. The rest is measured by Chromium in a phone's size, throttled by its own developer tools to slow 4G (1.6 Mb/s, 150 ms for each request) and a fourth of the processor, which are estimates of a mid-range phone and no phone. Each figure is the median of ${VISITS} visits with an empty cache, or of the second visits of ${VISITS} phones. INP is the slowest answer to the presses that the bench makes: opening what the page opens. Of use is a page once what people come for is seen: the button that saves the contact, the fields of the sign-in.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'server p50, ms', digits: 2 },
    { name: 'p99', title: 'server p99, ms', digits: 1 },
    { name: 'fcp', title: 'first paint, ms', digits: 0 },
    { name: 'lcp', title: 'LCP, ms', digits: 0 },
    { name: 'usable', title: 'of use, ms', digits: 0 },
    { name: 'cls', title: 'CLS', digits: 3 },
    { name: 'inp', title: 'INP, ms', digits: 0 },
  ],
  variants: [
    { name: 'server', title: 'public page, from the server' },
    ...PAGES.flatMap(({ name, title, warmAims }) => [
      { name: `${name}-cold`, title: `${title}, first visit` },
      ...(warmAims === undefined ? [] : [{ name: `${name}-warm`, title: `${title}, second visit` }]),
    ]),
  ],
  aims: [
    { title: 'public page: server p50, ms', metric: 'p50', of: 'server', atMost: 5 },
    { title: 'public page: server p99, ms', metric: 'p99', of: 'server', atMost: 30 },
    ...PAGES.flatMap(aimsOf),
    { title: 'LCP, second visit ÷ first', metric: 'lcp', of: 'profile-warm', by: 'profile-cold' },
  ],
  open,
  measure,
})
