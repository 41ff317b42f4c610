import { SESSION_KEY } from '@app/contracts/session-key.ts'
import type { BenchPart } from '../frame.ts'
import { openFilled, registerPerson } from '../load/filled-product.ts'
import { launchChromium, newPhone } from '../page/phone-browser.ts'
import { variantsOf, VISITS, worst, type Screen } from '../page/screens.ts'

const ANALYTICS = 'Analíticas'
const ADMINISTRATION = 'Administración'
const EVENTS = 20_000
/** More than a page of a list. */
const USERS = 25

const TABS: readonly Screen[] = [
  {
    name: ANALYTICS,
    path: '/dashboard?tab=analytics',
    wanted: { usable: 'section[aria-label="Visitas Totales"]', chart: '[_echarts_instance_] svg' },
    presses: ['button[value="1m"]', 'button[aria-label="Ver como tabla"]'],
  },
  {
    name: 'Mis Perfiles',
    path: '/dashboard?tab=profiles',
    wanted: { usable: 'ul[aria-label="Perfiles"] > li h2' },
    presses: ['button:text("QR")'],
  },
  {
    name: 'Editar Perfil',
    path: '/dashboard?tab=profile',
    wanted: { usable: 'textarea' },
    presses: ['button:text("Vista previa")'],
  },
  {
    name: 'Apariencia',
    path: '/dashboard?tab=appearance',
    wanted: { usable: '[role=radiogroup] input' },
    presses: ['[role=radiogroup] label:nth-of-type(3)', 'button:text("Vista previa")'],
  },
  {
    name: 'Mi cuenta',
    path: '/dashboard?tab=account',
    wanted: { usable: 'input[name=name]' },
    presses: ['button:text("Borrar mi cuenta")'],
  },
  {
    name: ADMINISTRATION,
    path: '/admin?tab=usuarios',
    wanted: { usable: 'table[aria-label=Usuarios] tbody tr' },
    presses: ['button[value=inactive]', 'button:text("Limpiar filtros")'],
    lists: ['codigos', 'cotizaciones', 'perfiles', 'recordatorios'],
  },
]
const ALL = TABS.map(({ name }) => name)
const OTHERS = ALL.filter((name) => name !== ANALYTICS)

/** A tab opened by its address by somebody who has signed in before, on the phone of `page`. DESIGN.md has the bounds. */
export const tabs: BenchPart = {
  name: 'tabs',
  judged: [
    worst([ANALYTICS], 'lcp', 2_000),
    worst([ANALYTICS], 'usable', 2_500, `${ANALYTICS}: first card, ms`),
    worst([ANALYTICS], 'chart', 3_500, `${ANALYTICS}: chart, ms`),
    worst(OTHERS, 'lcp', 2_500, 'slowest other tab: LCP'),
    worst(ALL, 'cls', 0.05, 'worst tab: CLS'),
    worst(ALL, 'inp', 200, 'worst tab: INP'),
    worst([ADMINISTRATION], 'list', 1_200, `${ADMINISTRATION}: slowest list, ms`),
  ],
  open: async (context) => {
    const filled = await openFilled(context, { events: context.scaled(EVENTS), profiles: 20 })
    const { product, owner, administrator } = filled
    for (let nth = 0; nth < USERS; nth += 1) await registerPerson(product, `persona-${nth}@bench.example`)
    const browser = await launchChromium()
    context.onClose(() => browser.close())
    return variantsOf(TABS, { origin: product.url, visits: context.scaled(VISITS) }, async ({ name }) => {
      const { kept } = name === ADMINISTRATION ? administrator : owner
      const phone = await newPhone(browser)
      await phone.addInitScript(`localStorage.setItem('${SESSION_KEY}', ${JSON.stringify(kept)})`)
      return phone
    })
  },
}
