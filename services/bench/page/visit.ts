import type { BrowserContext, Page } from 'playwright-core'
import { openThrottled } from './phone-browser.ts'

export interface VisitedPage {
  readonly url: string
  /** CSS selectors by name: once it is seen, that much of the page is of use. */
  readonly wanted: Readonly<Record<string, string>>
}

/** Browsers report the largest paint and the last presses a moment later. */
const SETTLE_MS = 500

const SEEN_MS_MAX = 30_000

export interface TimedPage {
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

export async function openVisited(phone: BrowserContext, { url, wanted }: VisitedPage): Promise<TimedPage> {
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
export async function pressEach(page: Page, selectors: readonly string[]): Promise<void> {
  for (const selector of selectors) {
    const first = page.locator(selector).filter({ visible: true }).first()
    if ((await first.count()) === 0) continue
    await first.tap()
    await page.waitForTimeout(SETTLE_MS)
  }
}

const shownScript = (wanted: string): string => `(() => {
  delete globalThis.__shownMs
  const look = (sinceMs) => {
    if ([...document.querySelectorAll(${JSON.stringify(wanted)})].some((one) => one.checkVisibility())) globalThis.__shownMs = performance.now() - sinceMs
    else requestAnimationFrame(() => look(sinceMs))
  }
  const begin = ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp))
  addEventListener('click', begin, { once: true, capture: true })
})()`

/** From a press to the first frame that shows what it leads to, in ms. */
export async function shownAfter(page: Page, press: string, wanted: string): Promise<number> {
  await page.evaluate(shownScript(wanted))
  await page.locator(press).tap()
  await page.locator(wanted).filter({ visible: true }).first().waitFor({ timeout: SEEN_MS_MAX })
  await page.waitForTimeout(SETTLE_MS)
  return (await page.evaluate('globalThis.__shownMs')) as number
}
