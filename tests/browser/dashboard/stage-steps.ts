import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noise } from '@app/services/media/testing/sample-pictures.ts'
import { call } from '../../support/processes/product-calls.ts'
import {
  callAs,
  DESK,
  newCardOwner,
  openSignedIn,
  PHONE,
  type Size,
  uploadPortrait,
  type World,
} from './dashboard-fixture.ts'

const SIDEWAYS: Size = [844, 390]
/** What stands below may move by less than a hundredth of the window. */
const MOVED_PX_MAX = 8
/** What the window does not show does not move for people. */
const PLACE_END = `Math.min(innerHeight, document.querySelector('main > :is(.stage-place,.mb-5)').getBoundingClientRect().bottom)`
const BUTTON_PX_MAX = 60

const boxOf = (selector: string): string => `document.querySelector('${selector}').getBoundingClientRect()`
/** Of the outermost circles: their boxes turn with the card. */
const MIDDLES = `['.stage-waves', '.stage-front'].map((part) => {
  const { left, right, top, bottom } = document.querySelector(part + ' circle').getBoundingClientRect()
  return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
})`
const BUTTONS = `[...document.querySelectorAll('.stage-actions > *')].map((button) => ({
  height: button.getBoundingClientRect().height,
  ground: getComputedStyle(button).backgroundColor,
  text: button.textContent,
}))`
const CARD_IS_WHOLE = `(() => {
  const stage = ${boxOf('.stage')}
  return [${boxOf('.stage-front')}, ${boxOf('.stage-back')}].every(
    ({ left, right }) => left >= stage.left && right <= stage.right)
})()`

interface Button {
  readonly height: number
  readonly ground: string
  readonly text: string
}

/** The owner's card above Mis Perfiles. */
export function stageSteps(world: () => World): void {
  test('the stage takes the place that was held for it, its card has the rings around it, and each button one line', async () => {
    const card = await newCardOwner(world(), 'Violeta Paz')
    const { context, page } = await openSignedIn(world(), card.owner, { path: '/dashboard?tab=profiles' })
    const tapped = `${world().people.product.url}/api/public/profile/${card.profile.slug}?s=nfc`
    await call(tapped, { headers: { 'Visitor-Id': randomUUID() } })
    await page.getByText('1 visita', { exact: true }).waitFor()
    for (const size of [PHONE, DESK]) await takesItsPlace(page, size)
    await resize(page, PHONE)
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    expect(await page.evaluate(CARD_IS_WHOLE)).toBe(true)

    const body = { position: 'Artesana «de plata»', company: 'Rütran SpA', phone: '+56912345678' }
    await callAs(world(), card.owner, { method: 'PUT', path: `/profile/${card.profile.id}`, body })
    await uploadPortrait(world(), card, await noise(300, 300).png().toBuffer())
    for (const size of [PHONE, DESK, SIDEWAYS]) await takesItsPlace(page, size)
    expect(await page.locator('[data-band]').count()).toBe(1)
    const bar = await page.getByRole('navigation', { name: 'Panel' }).boundingBox()
    const last = await page.getByRole('link', { name: 'Ver como visitante' }).boundingBox()
    expect(last!.y + last!.height).toBeLessThan(bar!.y)
    await context.close()
  })

  test('one’s own tap moves nothing', async () => {
    const { owner } = await newCardOwner(world(), 'Nélida Paz')
    const { context, page } = await openSignedIn(world(), owner, {
      path: '/dashboard?tab=profiles',
      size: DESK,
    })
    const tops = `['.stage h2', '.stage-actions', 'main h1'].map((part) => document.querySelector(part).getBoundingClientRect().top)`
    await page.getByText('Esperando').waitFor()
    const before = await page.evaluate(tops)
    const [visit] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Ver como visitante' }).click(),
    ])
    await page.getByText('Es tuya, por eso no suma.').waitFor()
    await visit.close()
    expect(await page.evaluate(tops)).toEqual(before)
    await context.close()
  })
}

const resize = (page: Page, [width, height]: Size): Promise<void> => page.setViewportSize({ width, height })

/** Its script is held back until the place was measured. */
async function takesItsPlace(page: Page, size: Size): Promise<void> {
  await resize(page, size)
  let letItCome = (): void => undefined
  const comes = new Promise<void>((resolve) => (letItCome = resolve))
  await page.route('**/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('Ver como visitante')) await comes
    await route.fulfill({ response: answer })
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator('main > .stage-place').waitFor()
  const held = await page.evaluate<number>(PLACE_END)
  letItCome()
  await page.locator('.stage').waitFor()
  await page.unroute('**/*.js')
  expect(Math.abs((await page.evaluate<number>(PLACE_END)) - held), `${size[0]} px`).toBeLessThan(
    MOVED_PX_MAX,
  )

  const isWide = size === DESK
  const isBand = (await page.locator('[data-band]').count()) > 0
  if (isWide || !isBand) {
    const [rings, dot] = await page.evaluate<readonly (readonly number[])[]>(MIDDLES)
    expect(rings).toEqual(dot)
  }
  for (const { height, ground, text } of await page.evaluate<readonly Button[]>(BUTTONS)) {
    expect(height, text).toBeLessThan(BUTTON_PX_MAX)
    expect(ground, text).not.toBe('rgba(0, 0, 0, 0)')
  }
  if (isWide && !isBand)
    expect(await page.evaluate(`${boxOf('.stage-waves')}.left >= ${boxOf('.stage-lead')}.right`)).toBe(true)
}
