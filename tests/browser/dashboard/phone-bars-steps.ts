import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { call } from '../../support/processes/product-calls.ts'
import { newCardOwner, openSignedIn, type World } from './dashboard-fixture.ts'

const TABS = ['profiles', 'profile', 'analytics', 'appearance', 'history', 'account']
const HEAD = 'header:has([aria-label="Mostrar QR"])'
const BAR = 'nav[aria-label=Panel]'
const ITEMS = `${BAR} > :is(a, button)`
/** Both bars of a phone on its side, in px. */
const LOW_BARS_MAX = 100
/** Whether the middle of an element is seen and can be pressed. */
const isInSight = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const one = document.querySelector(${JSON.stringify(selector)})
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })()`)
const heightOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((bar) => bar.getBoundingClientRect().height)

/** Fields of the editor that a bar covers when they get the focus, from the last to the first. */
const COVERED_FIELDS = `(() => {
  const [head, bar] = [${JSON.stringify(HEAD)}, '${BAR}'].map((one) => document.querySelector(one).getBoundingClientRect())
  return [...document.querySelectorAll('main form input:not([type=file])')].reverse().flatMap((field) => {
    field.focus()
    const { top, bottom } = field.getBoundingClientRect()
    return top < head.bottom || bottom > bar.top ? [field.name] : []
  })
})()`
/** Of the address under the heading of Mi cuenta. */
const LINES_OF_DOMAIN = `(() => {
  const range = document.createRange()
  range.selectNodeContents(document.querySelector('h1 + p').lastChild)
  return range.getClientRects().length
})()`

/** The upper bar with Mostrar QR, and the lower one. */
export function phoneBarsSteps(world: () => World): void {
  test.concurrent.each([
    [320, '100%'],
    [390, '200%'],
  ])(
    'a phone of %d px with texts at %s has both bars in the window of each tab, over nothing that has the focus',
    async (width, textSize) => {
      const { people } = world()
      const { owner, profile } = await newCardOwner(world(), `Rayen Millao${width}`)
      const visitor = { headers: { 'Visitor-Id': randomUUID() } }
      for (const source of ['nfc', 'qr'])
        await call(`${people.product.url}/api/public/profile/${profile.slug}?s=${source}`, visitor)
      const { context, page } = await openSignedIn(world(), owner, { size: [width, 844] })
      for (const tab of TABS) {
        await page.goto(`${people.product.url}/dashboard?tab=${tab}`)
        await page.locator('main h1').waitFor()
        await page.locator(HEAD).waitFor()
        await page.evaluate(`void (document.documentElement.style.fontSize = '${textSize}')`)
        // The longest line of En vivo.
        if (tab === 'analytics') await page.getByText('no cuenta: repetición').waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth'), tab).toBeLessThanOrEqual(width)
        await page.evaluate('scrollTo(0, 1e6)')
        expect(await isInSight(page, `${HEAD} [aria-label="Mostrar QR"]`), tab).toBe(true)
        if (tab === 'profile') {
          expect(await page.evaluate(COVERED_FIELDS)).toEqual([])
          await keepsItsPlace(page)
        }
      }
      expect(await page.evaluate(LINES_OF_DOMAIN)).toBe(1)
      await expectWholeItems(page, width)

      await context.setOffline(true)
      await page.getByText('Sin conexión. Lo que ya abriste').waitFor()
      await page.evaluate('scrollTo(0, 300)')
      expect(await isInSight(page, '[data-offline]')).toBe(true)
      await page.setViewportSize({ width: 844, height: 390 })
      expect(await isInSight(page, '[data-offline]')).toBe(true)
      if (textSize === '100%')
        expect((await heightOf(page, HEAD)) + (await heightOf(page, BAR))).toBeLessThanOrEqual(LOW_BARS_MAX)
      await context.close()
    },
  )
}

/** The page stands as it was left once what the head opens is closed. */
async function keepsItsPlace(page: Page): Promise<void> {
  await page.evaluate(`scrollTo({ top: 400, behavior: 'instant' })`)
  const place = await page.evaluate<number>('scrollY')
  expect(place).toBeGreaterThan(0)
  // Not by the locator, which scrolls by itself.
  const { x, y, width, height } = (await page.locator(`${HEAD} [aria-label="Mostrar QR"]`).boundingBox())!
  await page.mouse.click(x + width / 2, y + height / 2)
  const opened = page.locator('[role=dialog]')
  await opened.waitFor()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  const isFocused = `document.activeElement.matches('[aria-label="Mostrar QR"]')`
  await eventually(async () => expect(await page.evaluate(isFocused)).toBe(true))
  expect(await page.evaluate('scrollY')).toBe(place)
}

async function expectWholeItems(page: Page, width: number): Promise<void> {
  const items = page.locator(ITEMS)
  const edges = await items.evaluateAll((all) =>
    all.map((item) => item.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  )
  expect(edges).toHaveLength(5)
  expect(Math.min(...edges.flat())).toBeGreaterThanOrEqual(0)
  expect(Math.max(...edges.flat())).toBeLessThanOrEqual(width)
  const texts = await items.evaluateAll((all) =>
    all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  )
  expect(texts).toEqual([0, 0, 0, 0, 0])
}
