import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callAs,
  looksRight,
  newCardOwner,
  openSignedIn,
  openStill,
  PHONE,
  press,
  titled,
  type World,
  looksRightEverywhere,
} from './dashboard-fixture.ts'

const MINE = '/dashboard?tab=profiles'
/** As long as people's names can be. */
const LONG_NAME = 'María de los Ángeles Fernández-Quintupil'
const LONG_POSITION = 'Subgerenta de Desarrollo de Negocios y Relaciones Institucionales para la Zona Sur'
export function profilesSteps(world: () => World): void {
  test('a new card shows its code, and the first steps tick themselves: one’s own tap does not count, a stranger’s does', async () => {
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
    const [visit] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Ver como visitante' }).click(),
    ])
    await page.getByText('Es tuya, por eso no suma.').waitFor()
    await visit.close()
    const stranger = await openStill(world())
    await stranger.page.goto(`${people.product.url}/pages/${profile.slug}?s=nfc`)
    await page.getByRole('heading', { name: 'Alguien tocó tu tarjeta.' }).waitFor()
    await page.getByText('2 de 3').waitFor()
    await stranger.context.close()
    await looksRight(page, 'first-tap')
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
