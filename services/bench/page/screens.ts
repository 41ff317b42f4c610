import type { BrowserContext } from 'playwright-core'
import type { Aim, BenchPart, Figures, Metric } from '../part.ts'
import { medianOf } from '../report/statistics.ts'
import { openVisited, pressEach, shownAfter } from './visit.ts'
import { vitalsOf } from './vitals.ts'

export interface Screen {
  readonly name: string
  readonly title: string
  readonly path: string
  /** CSS selectors by metric. Each metric is the time until its element is visible. */
  readonly wanted: Readonly<Record<string, string>>
  /** Pressed one after another for INP, if the screen shows them. */
  readonly presses: readonly string[]
  /** Ids of tabs within, pressed after that for the time until they show their lists. */
  readonly lists?: readonly string[]
  /** The highest figures by metric. */
  readonly aims: Readonly<Record<string, number>>
  /** The same for a second visit of the same phone. */
  readonly warmAims?: Readonly<Record<string, number>>
}

export const VISITS = 3

export const SCREEN_METRICS: readonly Metric[] = [
  { name: 'fcp', title: 'first paint, ms', digits: 0 },
  { name: 'lcp', title: 'LCP, ms', digits: 0 },
  { name: 'usable', title: 'usable, ms', digits: 0 },
  { name: 'chart', title: 'chart, ms', digits: 0 },
  { name: 'cls', title: 'CLS', digits: 3 },
  { name: 'inp', title: 'INP, ms', digits: 0 },
  { name: 'list', title: 'list after a press, ms', digits: 0 },
]

export const variantsOf = (screens: readonly Screen[]): BenchPart['variants'] =>
  screens.flatMap(({ name, title }) => [
    { name: `${name}-cold`, title: `${title}, first visit` },
    { name: `${name}-warm`, title: `${title}, second visit` },
  ])

const titleOf = (metric: string): string => SCREEN_METRICS.find(({ name }) => name === metric)!.title

/** Those of each screen, and how much sooner a second visit to the first screen shows it. */
export const aimsOf = (screens: readonly Screen[]): readonly Aim[] => [
  ...screens.flatMap(({ name, title, aims, warmAims = {} }) => [
    ...bounded(`${name}-cold`, title, aims),
    ...bounded(`${name}-warm`, `${title}, second visit`, warmAims),
  ]),
  ...screens.slice(0, 1).map(({ name, title }) => ({
    title: `${title}: LCP, second visit ÷ first`,
    metric: 'lcp',
    of: `${name}-warm`,
    by: `${name}-cold`,
  })),
]

const bounded = (of: string, what: string, aims: Readonly<Record<string, number>>): readonly Aim[] =>
  Object.entries(aims).map(([metric, atMost]) => ({
    title: `${what}: ${titleOf(metric)}`,
    metric,
    of,
    atMost,
  }))

/** Medians of visits, each by a new phone. @param variant one of `variantsOf` */
export async function measureScreen(
  screens: readonly Screen[],
  variant: string,
  { origin, newPhone }: { readonly origin: string; readonly newPhone: () => Promise<BrowserContext> },
): Promise<Figures> {
  const [name, visit] = variant.split('-')
  const screen = screens.find((one) => one.name === name)!
  const visits: Figures[] = []
  for (let count = 0; count < VISITS; count += 1) {
    const phone = await newPhone()
    try {
      visits.push(await visited(phone, origin, screen, visit === 'warm'))
    } finally {
      await phone.close()
    }
  }
  const medians = Object.keys(visits[0]!).map((metric) => [
    metric,
    medianOf(visits.map((one) => one[metric]!)),
  ])
  return Object.fromEntries(medians) as Figures
}

async function visited(
  phone: BrowserContext,
  origin: string,
  { path, wanted, presses, lists }: Screen,
  isWarm: boolean,
): Promise<Figures> {
  const shown = { url: `${origin}${path}`, wanted }
  if (isWarm) await (await openVisited(phone, shown)).page.close()
  const { page, seen } = await openVisited(phone, shown)
  await pressEach(page, presses)
  const listMs: number[] = []
  for (const id of lists ?? []) listMs.push(await shownAfter(page, `[role=tab][id$="-${id}"]`, listOf(id)))
  return { ...(await vitalsOf(page)), ...seen, ...(lists && { list: Math.max(...listMs) }) }
}

/** The first row of a list, or that it has none. The panel of another tab may still be there. */
const listOf = (id: string): string => `[role=tabpanel][id$="-${id}"] :is(tbody > tr, ul > li, .card)`
