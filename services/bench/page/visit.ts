import type { BrowserContext, Page } from 'playwright-core'
import { openThrottled } from './phone-browser.ts'

export interface VisitedPage {
  readonly url: string
  /** By name: once it is seen, that much of the page is of use. In the order in which they are expected. */
  readonly wanted: Readonly<Record<string, string>>
}

/** Browsers report the largest paint and the last presses a moment later. */
const SETTLE_MS = 500

export interface OpenedPage {
  readonly page: Page
  /** Until each of what is wanted is seen, in ms. */
  readonly seen: Readonly<Record<string, number>>
}

export async function openVisited(phone: BrowserContext, { url, wanted }: VisitedPage): Promise<OpenedPage> {
  const page = await openThrottled(phone)
  await page.goto(url, { waitUntil: 'commit' })
  const seen: Record<string, number> = {}
  for (const [name, selector] of Object.entries(wanted)) {
    await page.locator(selector).filter({ visible: true }).first().waitFor()
    seen[name] = Number(await page.evaluate('performance.now()'))
  }
  await page.waitForLoadState('load')
  await page.waitForTimeout(SETTLE_MS)
  return { page, seen }
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
