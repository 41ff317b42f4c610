import { describe, test, expect } from 'vitest'
import { analyticsSteps } from './analytics-steps.ts'
import { imagesSteps } from './images-steps.ts'
import { keptQrSteps } from './kept-qr-steps.ts'
import { withPeople } from '../in-chromium.ts'
import {
  looksRightEverywhere,
  newCardOwner,
  openSignedIn,
  press,
  titled,
  type World,
  field,
  callAs,
  looksRight,
  openStill,
  PHONE,
  DESK,
  type Size,
  uploadPortrait,
} from './dashboard-fixture.ts'
import type { Page } from 'playwright-core'
import { randomUUID } from 'node:crypto'
import { noise } from '@app/services/media/testing/sample-pictures.ts'
import { call } from '../../support/processes/product-calls.ts'

/** The dashboard as its owners see it: the built program, real Chromium. */
/** All owners have one address. Guesses of a password are limited as they are for people. */

withPeople((world) => {
  describe('Mis Perfiles', () => profilesSteps(world))
  describe('the stage', () => stageSteps(world))
  describe('Editar Perfil', () => editSteps(world))
  describe('Analíticas', () => analyticsSteps(world))
  describe('Imágenes', () => imagesSteps(world))
  describe('Mostrar QR', () => keptQrSteps(world))
  describe('the bars of phones', () => phoneBarsSteps(world))
  describe('Mi cuenta', () => accountSteps(world))
})

/** Components and calls test the rest of Apariencia and Mi cuenta. */
function accountSteps(world: () => World): void {
  test('reads well, and so does the question before its end', async () => {
    const { owner } = await newCardOwner(world(), 'Violeta Reyes')
    const { context, page } = await openSignedIn(world(), owner, { path: '/dashboard?tab=appearance' })
    await page.getByText('Colores propios').click()
    await looksRightEverywhere(page, 'appearance')
    const more = page.getByRole('button', { name: 'Más', exact: true })
    if (await more.isVisible()) await more.click()
    await page.getByRole('link', { name: 'Mi cuenta: Violeta Reyes' }).click()
    await titled(page, 'Mi cuenta')
    await looksRightEverywhere(page, 'account')
    await press(page, 'Borrar mi cuenta')
    await looksRightEverywhere(page, 'account-deletion')
    await context.close()
  })
}

function editSteps(world: () => World): void {
  test('going back in the browser asks first, and a draft survives a reload but no logout [SCR-1]', async () => {
    const { owner } = await newCardOwner(world(), 'Bruno Vera')
    const { page } = await openSignedIn(world(), owner)
    const draft = "Object.keys(sessionStorage).filter((key) => key.startsWith('app.draft.')).length"
    await page.getByRole('navigation', { name: 'Panel' }).getByRole('link', { name: 'Editar' }).click()
    await field(page, 'Cargo').fill('Director')
    await looksRightEverywhere(page, 'edit-changed')
    await page.goBack()
    await press(page, 'Seguir editando')
    expect(new URL(page.url()).search).toContain('tab=profile')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await titled(page, 'Editar Perfil')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    expect(await page.evaluate(draft)).toBe(1)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await press(page, 'Cerrar sesión')
    await press(page, 'Salir')
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(draft)).toBe(0)
    await page.context().close()
  })
}

const MINE = '/dashboard?tab=profiles'
/** As long as people's names can be. */
const LONG_NAME = 'María de los Ángeles Fernández-Quintupil'
const LONG_POSITION = 'Subgerenta de Desarrollo de Negocios y Relaciones Institucionales para la Zona Sur'
function profilesSteps(world: () => World): void {
  test('a new card shows its code and its files, and the step of the first tap ticks itself', async () => {
    const { people } = world()
    const { owner, profile } = await newCardOwner(world(), 'Emilia Paz')
    const { context, page, complaints } = await openSignedIn(world(), owner, { path: MINE })
    await page.getByRole('heading', { name: 'Hola, Emilia. Esta es tu tarjeta.' }).waitFor()
    await looksRight(page, 'first-run')
    await page.getByRole('button', { name: 'Mostrar QR' }).first().click()
    await page.getByRole('img', { name: 'Código QR de Emilia Paz' }).waitFor()
    await looksRight(page, 'show-qr')
    await page.keyboard.press('Escape')
    await sharesInSheets(page)
    const stranger = await openStill(world())
    await stranger.page.goto(`${people.product.url}/pages/${profile.slug}?s=nfc`)
    await page.getByRole('heading', { name: 'Alguien tocó tu tarjeta.' }).waitFor()
    await stranger.context.close()
    await looksRightEverywhere(page, 'first-tap')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('very long values fit', async () => {
    const { people } = world()
    const owner = await people.newOwner('Larga Paz', await people.newCode(3))
    const { context, page } = await openSignedIn(world(), owner, { path: MINE })
    await press(page, 'Crear nuevo perfil')
    await titled(page, 'Editar Perfil')
    const [first, second] = await people.profilesOf(owner)
    const long = { name: LONG_NAME, lastname: LONG_NAME, position: LONG_POSITION }
    const edit = (id: string, body: object) =>
      callAs(world(), owner, { method: 'PUT', path: `/profile/${id}`, body })
    await edit(first!.id, { ...long, theme_color: 'dark' })
    await edit(second!.id, { name: 'N'.repeat(60), theme_color: 'warm' })
    await page.goto(`${people.product.url}${MINE}&profile=${first!.id}`)
    await page.getByText(LONG_POSITION).first().waitFor()
    await looksRightEverywhere(page, 'my-profiles-long')
    await context.close()
  })
}

/** The files have a line each in the sheet of a phone; sideways the dialog's scrollbar stays within its corners. */
async function sharesInSheets(page: Page): Promise<void> {
  await press(page, 'Compartir')
  const dialog = page.locator('[role=dialog]')
  const files = dialog.locator('a[download]')
  await files.last().waitFor()
  const heights = await files.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
  expect(new Set(heights)).toEqual(new Set([40]))
  await page.setViewportSize({ width: 844, height: 390 })
  await expect
    .poll(() => page.evaluate(`getComputedStyle(document.querySelector('[role=dialog]')).overflowY`))
    .toBe('clip')
  await files.last().scrollIntoViewIfNeeded()
  await looksRight(page, 'share', '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: PHONE[0], height: PHONE[1] })
}

const SIDEWAYS: Size = [844, 390]
/** The parts below may move by less than a hundredth of the window. */
const MOVED_PX_MAX = 8
/** People see no move outside of the window. */
const PLACE_END = `Math.min(innerHeight, document.querySelector('main > :is(.stage-place,.mb-5)').getBoundingClientRect().bottom)`
/** The owner's card above Mis Perfiles. */
function stageSteps(world: () => World): void {
  test('the stage takes the place that was held for it, empty and with a portrait', async () => {
    const card = await newCardOwner(world(), 'Violeta Paz')
    const { context, page } = await openSignedIn(world(), card.owner, { path: '/dashboard?tab=profiles' })
    const tapped = `${world().people.product.url}/api/public/profile/${card.profile.slug}?s=nfc`
    await call(tapped, { headers: { 'Visitor-Id': randomUUID() } })
    await page.getByText('1 visita', { exact: true }).waitFor()
    for (const size of [PHONE, DESK]) await takesItsPlace(page, size)

    const body = { position: 'Artesana «de plata»', company: 'Rütran SpA', phone: '+56912345678' }
    await callAs(world(), card.owner, { method: 'PUT', path: `/profile/${card.profile.id}`, body })
    await uploadPortrait(world(), card, await noise(300, 300).png().toBuffer())
    for (const size of [PHONE, DESK, SIDEWAYS]) await takesItsPlace(page, size)
    const bar = await page.getByRole('navigation', { name: 'Panel' }).boundingBox()
    const last = await page.getByRole('link', { name: 'Ver como visitante' }).boundingBox()
    expect(last!.y + last!.height).toBeLessThan(bar!.y)
    await context.close()
  })
}

const resize = (page: Page, [width, height]: Size): Promise<void> => page.setViewportSize({ width, height })

/** The script of the stage is held back until the place was measured. */
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
}

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
/** The upper bar with Mostrar QR, and the lower one. */
function phoneBarsSteps(world: () => World): void {
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
        if (tab === 'analytics')
          console.log(
            JSON.stringify(
              await page.evaluate(
                `[...document.querySelectorAll('*')].filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.tagName + ' ' + e.className + ' ' + Math.round(e.getBoundingClientRect().right) + ' ' + (e.textContent||'').slice(0,40))`,
              ),
              null,
              1,
            ),
          )
        expect(await page.evaluate('document.documentElement.scrollWidth'), tab).toBeLessThanOrEqual(width)
        await page.evaluate('scrollTo(0, 1e6)')
        expect(await isInSight(page, `${HEAD} [aria-label="Mostrar QR"]`), tab).toBe(true)
        if (tab === 'profile') expect(await page.evaluate(COVERED_FIELDS)).toEqual([])
      }
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
