import type { Browser, BrowserContext } from 'playwright-core'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { ADMINISTRATOR, post } from '../load/people.ts'
import { launchChromium, newPhone } from '../page/phone-browser.ts'
import { openVisited, pressEach, shownAfter, type TimedPage } from '../page/visit.ts'
import { vitalsOf, type Vitals } from '../page/vitals.ts'
import { part, type Aim, type BenchContext, type Figures } from '../part.ts'
import { openFilledProduct } from '../product/filled-product.ts'
import type { Product } from '../product/product.ts'
import { medianOf } from '../report/statistics.ts'

interface MeasuredTab {
  readonly name: string
  readonly title: string
  readonly path: string
  /** By metric. */
  readonly wanted: Readonly<Record<string, string>>
  /** Pressed one after another for INP, as far as the tab shows them. */
  readonly presses: readonly string[]
  /** Tabs within by id, pressed after that for the time until they show their lists. */
  readonly lists?: readonly string[]
  readonly aims: Readonly<Record<string, number>>
}

/** DESIGN.md, section 8: for every tab. */
const EVERY_TAB = { lcp: 2_500, cls: 0.05, inp: 200 }

const TABS: readonly MeasuredTab[] = [
  {
    name: 'analytics',
    title: 'Analíticas',
    path: '/dashboard?tab=analytics',
    wanted: {
      figures: 'section[aria-label="Visitas Totales"]',
      chart: '[_echarts_instance_] svg',
    },
    presses: ['button[value="1m"]', 'button[aria-label="Ver como tabla"]'],
    aims: { ...EVERY_TAB, lcp: 2_000, figures: 2_500, chart: 3_500 },
  },
  {
    name: 'profiles',
    title: 'Mis Perfiles',
    path: '/dashboard?tab=profiles',
    wanted: { figures: 'ul[aria-label="Perfiles"] > li h2' },
    presses: ['button:text("QR")'],
    aims: EVERY_TAB,
  },
  {
    name: 'editor',
    title: 'Editar Perfil',
    path: '/dashboard?tab=profile',
    wanted: { figures: 'textarea' },
    presses: ['button:text("Vista previa")'],
    aims: EVERY_TAB,
  },
  {
    name: 'appearance',
    title: 'Apariencia',
    path: '/dashboard?tab=appearance',
    wanted: { figures: '[role=radiogroup] input' },
    presses: ['[role=radiogroup] label:nth-of-type(3)', 'button:text("Vista previa")'],
    aims: EVERY_TAB,
  },
  {
    name: 'account',
    title: 'Mi cuenta',
    path: '/dashboard?tab=account',
    wanted: { figures: 'input[name=name]' },
    presses: ['button:text("Borrar mi cuenta")'],
    aims: EVERY_TAB,
  },
  {
    name: 'administration',
    title: 'Administración',
    path: '/admin?tab=usuarios',
    wanted: { figures: 'table[aria-label=Usuarios] tbody tr' },
    presses: ['button[value=inactive]', 'button:text("Limpiar filtros")'],
    lists: ['codigos', 'cotizaciones', 'perfiles', 'recordatorios'],
    aims: { ...EVERY_TAB, list: 1_200 },
  },
]
/** The first row of a list, or that it has none: the panel of another tab may still be there. */
const listOf = (id: string): string => `[role=tabpanel][id$="-${id}"] :is(tbody > tr, ul > li, .card)`

const VISITS = 3
const EVENTS = 20_000

interface Tabs {
  readonly product: Product
  readonly browser: Browser
  /** What a browser keeps of whoever has signed in. */
  readonly kept: string
}

async function open(context: BenchContext): Promise<Tabs> {
  const { product } = await openFilledProduct(context, EVENTS)
  const browser = await launchChromium()
  context.closing.add(() => browser.close())
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMINISTRATOR
  const answer = session.parse(await post(`${product.url}/api/auth/login`, { email, password }))
  const { access_token: token, user, profile_url } = answer
  return { product, browser, kept: JSON.stringify({ token, user, profile_url }) }
}

type Visit = Vitals & TimedPage['seen']

async function visited({ product, browser, kept }: Tabs, tab: MeasuredTab, isWarm: boolean): Promise<Visit> {
  const phone = await newPhone(browser)
  try {
    await phone.addInitScript(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(kept)})`)
    const shown = { url: `${product.url}${tab.path}`, wanted: tab.wanted }
    if (isWarm) await closed(phone, shown)
    const { page, seen } = await openVisited(phone, shown)
    await pressEach(page, tab.presses)
    const listMs: number[] = []
    for (const id of tab.lists ?? [])
      listMs.push(await shownAfter(page, `[role=tab][id$="-${id}"]`, listOf(id)))
    return { ...(await vitalsOf(page)), ...seen, ...(tab.lists && { list: Math.max(...listMs) }) }
  } finally {
    await phone.close()
  }
}

async function closed(phone: BrowserContext, shown: Parameters<typeof openVisited>[1]): Promise<void> {
  const { page } = await openVisited(phone, shown)
  await page.close()
}

async function measure(tabs: Tabs, variant: string): Promise<Figures> {
  const [name, visit] = variant.split('-')
  const tab = TABS.find((one) => one.name === name)!
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count += 1) visits.push(await visited(tabs, tab, visit === 'warm'))
  const metrics = ['fcp', 'lcp', ...Object.keys(tab.wanted), 'cls', 'inp', ...(tab.lists ? ['list'] : [])]
  return Object.fromEntries(metrics.map((metric) => [metric, medianOf(visits.map((seen) => seen[metric]!))]))
}

const TITLES: Readonly<Record<string, string>> = {
  lcp: 'LCP, ms',
  figures: 'of use, ms',
  chart: 'chart, ms',
  cls: 'CLS',
  inp: 'INP, ms',
  list: 'list after a press, ms',
}

const aimsOf = ({ name, title, aims }: MeasuredTab): readonly Aim[] =>
  Object.entries(aims).map(([metric, atMost]) => ({
    title: `${title}: ${TITLES[metric]}`,
    metric,
    of: `${name}-cold`,
    atMost,
  }))

export const tabsPart = part<Tabs>({
  name: 'tabs',
  title: 'The dashboard’s tabs: how soon a phone shows them',
  how: `As with pages: the built product, without TLS, and Chromium in a phone's size, throttled to slow 4G (1.6 Mb/s, 150 ms for each request) and a fourth of the processor. Somebody has signed in before, and opens a tab by its address. The profile is the busiest of a year of generated traffic, ${EVENTS.toLocaleString('en-US')} events in all; the tab shows all of it. Each figure is the median of ${VISITS} visits with an empty cache, or of the second visits of ${VISITS} phones. Of use is a tab once the first card has its number or its name, or the first field can be filled; the chart once it is drawn. Both are the first frame that shows them. INP is the slowest answer to the presses that the bench makes: another range, the table instead of the chart, a dialog, another theme. List is the slowest of the administrator's other lists, from the press of its tab to its first row, or to the words that it has none.`,
  peers: [],
  metrics: [
    { name: 'fcp', title: 'first paint, ms', digits: 0 },
    { name: 'lcp', title: 'LCP, ms', digits: 0 },
    { name: 'figures', title: 'of use, ms', digits: 0 },
    { name: 'chart', title: 'chart, ms', digits: 0 },
    { name: 'cls', title: 'CLS', digits: 3 },
    { name: 'inp', title: 'INP, ms', digits: 0 },
    { name: 'list', title: 'list, ms', digits: 0 },
  ],
  variants: TABS.flatMap(({ name, title }) => [
    { name: `${name}-cold`, title: `${title}, first visit` },
    { name: `${name}-warm`, title: `${title}, second visit` },
  ]),
  aims: [
    ...TABS.flatMap(aimsOf),
    {
      title: 'Analíticas: LCP, second visit ÷ first',
      metric: 'lcp',
      of: 'analytics-warm',
      by: 'analytics-cold',
    },
  ],
  open,
  measure,
})
