import type { BrowserContext, Page } from 'playwright-core'
import { percentile, type Figures, type Judged, type Variants } from '../frame.ts'
import { openThrottled, vitalsOf } from './phone-browser.ts'

interface VisitedPage {
  readonly url: string
  /** CSS selectors by name: once it is seen, that much of the page is of use. */
  readonly wanted: Readonly<Record<string, string>>
}

/** Browsers report the largest paint and the last presses a moment later. */
const SETTLE_MS = 500

const SEEN_MS_MAX = 30_000

interface TimedPage {
  readonly page: Page
  /** Until the first frame that shows each of what is wanted, in ms. */
  readonly seen: Readonly<Record<string, number>>
}

/** Looks in each frame: a question from outside would wait until the page has time to answer it. */
const seenScript = (wanted: VisitedPage['wanted']): string => `(() => {
  const wanted = Object.entries(${JSON.stringify(wanted)})
  const seen = (globalThis.__seen = {})
  const isShown = (selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())
  const look = () => {
    for (const [name, selector] of wanted) if (!(name in seen) && isShown(selector)) seen[name] = performance.now()
    if (Object.keys(seen).length < wanted.length) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

async function openVisited(phone: BrowserContext, { url, wanted }: VisitedPage): Promise<TimedPage> {
  const page = await openThrottled(phone)
  await page.addInitScript(seenScript(wanted))
  await page.goto(url, { waitUntil: 'commit' })
  for (const selector of Object.values(wanted)) {
    await page.locator(selector).filter({ visible: true }).first().waitFor({ timeout: SEEN_MS_MAX })
  }
  await page.waitForLoadState('load')
  await page.waitForTimeout(SETTLE_MS)
  return { page, seen: (await page.evaluate('globalThis.__seen')) as TimedPage['seen'] }
}

/** One after another, as far as the page shows them. */
async function pressEach(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    const first = page.locator(selector).filter({ visible: true }).first()
    if ((await first.count()) === 0) continue
    await first.tap()
    await page.waitForTimeout(SETTLE_MS)
  }
}

export interface Screen {
  readonly name: string
  readonly path: string
  /** CSS selectors by metric. Each metric is the time until its element is visible. */
  readonly wanted: Readonly<Record<string, string>>
  /** Pressed one after another for INP, if the screen shows them. */
  readonly presses: readonly string[]
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
  { path, wanted, presses }: Screen,
  isWarm: boolean,
): Promise<Figures> {
  const shown = { url: `${origin}${path}`, wanted }
  if (isWarm) await (await openVisited(phone, shown)).page.close()
  const { page, seen } = await openVisited(phone, shown)
  await pressEach(page, presses)
  return { ...(await vitalsOf(page)), ...seen }
}
