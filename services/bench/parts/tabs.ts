import type { Browser } from 'playwright-core'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { ADMINISTRATOR, logIn } from '../load/people.ts'
import { launchChromium, newPhone } from '../page/phone-browser.ts'
import { aimsOf, measureScreen, SCREEN_METRICS, variantsOf, VISITS, type Screen } from '../page/screens.ts'
import { part, type BenchContext, type Figures } from '../part.ts'
import { numberText } from '../report/statistics.ts'
import { openSizedProduct, type SizedProduct } from '../size/sized-product.ts'

const ADMINISTRATION = 'administration'

/** DESIGN.md, section 8: for every tab. */
const EVERY_TAB = { lcp: 2_500, cls: 0.05, inp: 200 }

const TABS: readonly Screen[] = [
  {
    name: 'analytics',
    title: 'Analíticas',
    path: '/dashboard?tab=analytics',
    wanted: {
      usable: 'section[aria-label="Visitas Totales"]',
      chart: '[_echarts_instance_] svg',
    },
    presses: ['button[value="1m"]', 'button[aria-label="Ver como tabla"]'],
    aims: { ...EVERY_TAB, lcp: 2_000, usable: 2_500, chart: 3_500 },
  },
  {
    name: 'profiles',
    title: 'Mis Perfiles',
    path: '/dashboard?tab=profiles',
    wanted: { usable: 'ul[aria-label="Perfiles"] > li h2' },
    presses: ['button:text("QR")'],
    aims: EVERY_TAB,
  },
  {
    name: 'editor',
    title: 'Editar Perfil',
    path: '/dashboard?tab=profile',
    wanted: { usable: 'textarea' },
    presses: ['button:text("Vista previa")'],
    aims: EVERY_TAB,
  },
  {
    name: 'appearance',
    title: 'Apariencia',
    path: '/dashboard?tab=appearance',
    wanted: { usable: '[role=radiogroup] input' },
    presses: ['[role=radiogroup] label:nth-of-type(3)', 'button:text("Vista previa")'],
    aims: EVERY_TAB,
  },
  {
    name: 'account',
    title: 'Mi cuenta',
    path: '/dashboard?tab=account',
    wanted: { usable: 'input[name=name]' },
    presses: ['button:text("Borrar mi cuenta")'],
    aims: EVERY_TAB,
  },
  {
    name: ADMINISTRATION,
    title: 'Administración',
    path: '/admin?tab=usuarios',
    wanted: { usable: 'table[aria-label=Usuarios] tbody tr' },
    presses: ['button[value=inactive]', 'button:text("Limpiar filtros")'],
    lists: ['codigos', 'cotizaciones', 'perfiles', 'recordatorios'],
    aims: { ...EVERY_TAB, list: 1_200 },
  },
]
const EVENTS = 20_000

interface Tabs {
  readonly product: SizedProduct['product']
  readonly browser: Browser
  /** What a browser keeps of a person who has signed in. */
  readonly owner: string
  readonly administrator: string
}

async function open(context: BenchContext): Promise<Tabs> {
  const { product, manifest } = await openSizedProduct(context, EVENTS)
  const browser = await launchChromium()
  context.closing.add(() => browser.close())
  const keptBy = async (email: string): Promise<string> => {
    const { access_token: token, user, profile_url } = session.parse(await logIn(product, email))
    return JSON.stringify({ token, user, profile_url })
  }
  return {
    product,
    browser,
    owner: await keptBy(manifest.busiest.email),
    administrator: await keptBy(ADMINISTRATOR.ADMIN_EMAIL),
  }
}

function measure({ product, browser, owner, administrator }: Tabs, variant: string): Promise<Figures> {
  const kept = variant.startsWith(ADMINISTRATION) ? administrator : owner
  const signedIn = async () => {
    const phone = await newPhone(browser)
    await phone.addInitScript(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(kept)})`)
    return phone
  }
  return measureScreen(TABS, variant, { origin: product.url, newPhone: signedIn })
}

export const tabsPart = part<Tabs>({
  name: 'tabs',
  title: 'The dashboard’s tabs: how soon a phone shows them',
  how: `The built product, without TLS, over the folder of Size with ${numberText(EVENTS)} events, and Chromium as with pages: in a phone's size, slowed down to slow 4G and a fourth of the processor. The owner of the busiest profile, or the administrator, has signed in before and opens a tab by its address. Each figure is the median of ${VISITS} visits with an empty cache, or of the second visits of ${VISITS} phones. A tab is usable at the first frame that shows the number or name on its first card, or its first field. The chart counts at the first frame that shows it drawn. INP is the slowest answer to the presses that the bench makes: another range, the table instead of the chart, a dialog, another theme. List is the slowest of the administrator's other lists, from the press of its tab to its first row, or to the text that the list is empty.`,
  peers: [],
  metrics: SCREEN_METRICS,
  variants: variantsOf(TABS),
  aims: aimsOf(TABS),
  open,
  measure,
})
