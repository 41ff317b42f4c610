import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from '../browser.ts'
import {
  DESK,
  field,
  looksRightEverywhere,
  newCardOwner,
  openSignedIn,
  PHONE,
  type World,
} from './dashboard-fixture.ts'

interface Look {
  readonly background: string
  readonly button: string
}
const LOOK = `(() => {
  const root = [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)?.shadowRoot ?? document
  const background = (selector) => getComputedStyle(root.querySelector(selector)).backgroundColor
  return { background: background(root === document ? 'body' : '.profile'), button: background('.save') }
})()`
/** The colours of the public page, or of the preview. */
const lookOf = (page: Page): Promise<Look> => page.evaluate(LOOK)

const GREEN: Look = { background: 'rgb(242, 250, 245)', button: 'rgb(18, 112, 74)' }
const OWN: Look = { background: 'rgb(16, 32, 48)', button: 'rgb(255, 180, 84)' }

export function lookSteps(world: () => World): void {
  test('a theme is on the preview at once and on the page; colours of one’s own are on the preview alone', async () => {
    const { owner, profile } = await newCardOwner(world(), 'Rosa Cayupi')
    const { context, page, complaints } = await openSignedIn(world(), owner, {
      size: DESK,
      path: '/dashboard?tab=appearance',
    })
    await page.getByRole('radio', { name: 'Bosque' }).click()
    await expect.poll(() => lookOf(page)).toEqual(GREEN)
    await page.getByText('Tema aplicado correctamente').waitFor()
    await page.getByText('Colores propios').click()
    for (const [label, colour] of [
      ['Fondo', '#102030'],
      ['Texto', '#203040'],
      ['Botones', '#FFB454'],
    ] as const)
      await field(page, label).fill(colour)
    await expect.poll(() => lookOf(page)).toEqual(OWN)
    await looksRightEverywhere(page, 'appearance')
    const visitor = await openPage(world().browser, ...PHONE)
    await visitor.page.goto(`${world().people.product.url}/pages/${profile.slug}`)
    expect(await lookOf(visitor.page)).toEqual(GREEN)
    expect(complaints).toEqual([])
    await Promise.all([context.close(), visitor.context.close()])
  })
}
