import type { BrowserContext } from 'playwright-core'
import { percentile, type Figures, type Judged, type Variants } from '../frame.ts'
import { openVisited, pressEach, shownAfter } from './visit.ts'
import { vitalsOf } from './vitals.ts'

export interface Screen {
  readonly name: string
  readonly path: string
  /** CSS selectors by metric. Each metric is the time until its element is visible. */
  readonly wanted: Readonly<Record<string, string>>
  /** Pressed one after another for INP, if the screen shows them. */
  readonly presses: readonly string[]
  /** Ids of tabs within, pressed after that for the time until they show their lists. */
  readonly lists?: readonly string[]
}

/** Of each round, each by a new phone. */
export const VISITS = 3

/** The worst of several screens at their first visit, in a browser that has nothing of the product yet. */
export const worst = (
  screens: readonly string[],
  metric: string,
  atMost: number,
  title = `${screens.join(', ')}: ${metric.toUpperCase()}`,
): Judged => ({ title, metric, of: screens.map((name) => `${name}-cold`), atMost })

/** Each screen at a first and at a second visit; medians of visits. */
export const variantsOf = (
  screens: readonly Screen[],
  { origin, visits: count }: { readonly origin: string; readonly visits: number },
  newPhone: (screen: Screen) => Promise<BrowserContext>,
): Variants =>
  Object.fromEntries(
    screens.flatMap((screen) =>
      ['cold', 'warm'].map((visit) => [
        `${screen.name}-${visit}`,
        async () => {
          const visits: Figures[] = []
          while (visits.length < count) {
            const phone = await newPhone(screen)
            try {
              visits.push(await visited(phone, origin, screen, visit === 'warm'))
            } finally {
              await phone.close()
            }
          }
          const metrics = Object.keys(visits[0]!)
          return Object.fromEntries(
            metrics.map((metric) => [
              metric,
              percentile(
                visits.map((one) => one[metric]!),
                50,
              ),
            ]),
          )
        },
      ]),
    ),
  )

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
