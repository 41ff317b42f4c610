import { latenciesOf, type BenchPart } from '../frame.ts'
import { startBenchProduct } from '../load/product.ts'
import { createGet, timesOf } from '../load/requests.ts'
import { launchChromium, newPhone } from '../page/phone-browser.ts'
import { variantsOf, VISITS, worst, type Screen } from '../page/screens.ts'

const PROFILE = 'public page'
const PAGES: readonly Screen[] = [
  {
    name: PROFILE,
    path: '/pages/demo',
    presses: ['dialog:not([open]) ~ * button, main button', 'dialog[open] button'],
    wanted: { usable: '#guardar' },
  },
  {
    name: 'landing',
    path: '/',
    presses: ['summary', 'main button'],
    wanted: { usable: 'a[href="#quotation"]' },
  },
  {
    name: 'sign-in',
    path: '/login',
    presses: ['input[type=email]', 'main button[type=submit]'],
    wanted: { usable: 'input[type=email]' },
  },
]

const REQUESTS = { timesMax: 500, ms: 15_000 }
const BROWSER_HEADERS = { 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': 'Mozilla/5.0 (bench)' }

/** Pages on a phone of slow 4G and a fourth of the processor, without TLS, and the public page's time in the server. */
export const page: BenchPart = {
  name: 'page',
  judged: [
    { title: 'public page from the server, p50 ms', metric: 'p50', of: 'server', atMost: 5 },
    { title: 'public page from the server, p99 ms', metric: 'p99', of: 'server', atMost: 30 },
    worst([PROFILE], 'lcp', 700),
    { title: 'public page, second visit: LCP', metric: 'lcp', of: `${PROFILE}-warm`, atMost: 600 },
    worst([PROFILE], 'cls', 0.02),
    worst([PROFILE], 'inp', 100),
    worst(['landing'], 'lcp', 2_000),
    worst(['landing'], 'inp', 150),
    worst(['sign-in'], 'lcp', 1_600),
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
    await timesOf(once, REQUESTS)
    return {
      server: async () => latenciesOf(await timesOf(once, REQUESTS)),
      ...variantsOf(PAGES, { origin: product.url, visits: context.scaled(VISITS) }, () => newPhone(browser)),
    }
  },
}
