import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import {
  callAs,
  type CardOwner,
  DESK,
  looksRight,
  newCardOwner,
  openSignedIn,
  PHONE,
  titled,
  looksRightEverywhere,
} from './dashboard/dashboard-fixture.ts'
import { manyOf, withPeople } from './in-chromium.ts'

/** Both Historiales: the built program, real Chromium. */
const RATE_LIMITS = manyOf('signed-in signed-in-address login register activate edit-profile export-list')
const THEN = 'Gerenta de Ventas'
const NOW = 'Directora Comercial'

withPeople({ RATE_LIMITS }, (world) => {
  const edit = ({ owner, profile }: CardOwner, body: object) =>
    callAs(world(), owner, { method: 'PUT', path: `/profile/${profile.id}`, body })
  /** With two versions: then, and now. */
  async function newOwner(name: string): Promise<CardOwner> {
    const card = await newCardOwner(world(), name)
    await edit(card, { position: THEN, bio: 'Vendo frío.' })
    return card
  }
  /** The one that made the former texts. */
  const formerChange = (page: Page) => page.getByRole('region', { name: 'Cambios' }).getByRole('link').nth(1)

  /** On a phone the picture of the profile is most of the page: what is below it is reached by it. */
  async function scrollsOverThePicture(page: Page): Promise<void> {
    await page.setViewportSize({ width: PHONE[0], height: PHONE[1] })
    await page.getByRole('region', { name: 'Perfil como estaba' }).hover()
    const below = page.getByText('Si la restauras')
    await eventually(async () => {
      await page.mouse.wheel(0, 300)
      expect((await below.boundingBox())?.y).toBeLessThan(PHONE[1] * 0.75)
    })
    await page.setViewportSize({ width: DESK[0], height: DESK[1] })
  }

  test('an owner sees an edit, and the profile as it was [SCR-9]', async () => {
    const card = await newOwner('Millaray Curin')
    await edit(card, { position: NOW })
    const { context, page, complaints } = await openSignedIn(world(), card.owner, { size: DESK })
    await page.goto(`${world().people.product.url}/dashboard?tab=history`)
    await titled(page, 'Historial')
    await page.getByText(/^Mostrando \d+ de \d+ cambios$/).waitFor()
    await looksRightEverywhere(page, 'history')
    await formerChange(page).click()
    await page.getByText(/^Así estaba el /).waitFor()
    const shown = page.url()
    expect(new URL(shown).searchParams.get('version')).toMatch(/^\d+$/)
    await page.getByText('Si la restauras').waitFor()
    await looksRightEverywhere(page, 'history-past')
    await scrollsOverThePicture(page)
    await page.reload()
    await page.getByText(/^Así estaba el /).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('an administrator finds the edit, opens it, and sees the profile at that moment [SCR-9]', async () => {
    const card = await newOwner('Ailin Paillan')
    await edit(card, { position: NOW })
    const path = `/admin?tab=historial&entity=profile-${card.profile.id}&type=ProfileEdited`
    const { context, page, complaints } = await openSignedIn(world(), world().administrator, {
      size: DESK,
      path,
    })
    const list = page.getByRole('region', { name: 'Eventos' })
    await list.getByText('Mostrando 2 de 2 eventos').waitFor()
    await looksRightEverywhere(page, 'admin-history')
    await list.getByRole('link').first().click()
    await page.getByText('Antes y después').waitFor()
    await page.getByText('Ya es la versión de hoy.', { exact: false }).waitFor()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('heading', { name: /^Así estaba el / }).waitFor()
    await looksRightEverywhere(page, 'admin-history-event')
    await page.keyboard.press('ArrowLeft')
    await sheet.getByRole('button', { name: 'Anterior', disabled: true }).waitFor()
    await sheet.getByRole('region', { name: 'Perfil como estaba' }).waitFor()
    await looksRight(page, 'admin-history-past', '[role=dialog]')
    await sheet.getByText('Avanzado').click()
    await sheet.getByRole('region', { name: 'Evento en JSON' }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
