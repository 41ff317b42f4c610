import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openPage } from './browser.ts'
import {
  callAs,
  type CardOwner,
  DESK,
  field,
  looksRight,
  newCardOwner,
  openSignedIn,
  PHONE,
  press,
  titled,
  looksRightEverywhere,
} from './dashboard/dashboard-fixture.ts'
import { withPeople } from './in-chromium.ts'

/** Both Historiales: the built program, real Chromium. */
const THEN = 'Gerenta de Ventas'
const NOW = 'Directora Comercial'

withPeople((world) => {
  const edit = ({ owner, profile }: CardOwner, body: object) =>
    callAs(world(), owner, { method: 'PUT', path: `/profile/${profile.id}`, body })
  /** With two versions: then, and now. */
  async function newOwner(name: string): Promise<CardOwner> {
    const card = await newCardOwner(world(), name)
    await edit(card, { position: THEN, bio: 'Vendo frío.' })
    return card
  }
  async function publicPosition(slug: string): Promise<string> {
    const visit = await openPage(world().browser, ...PHONE)
    await visit.page.goto(`${world().people.product.url}/pages/${slug}`)
    const text = await visit.page.locator('.role').textContent()
    await visit.context.close()
    return text ?? ''
  }

  async function editInTheEditor(page: Page): Promise<void> {
    await page.goto(`${world().people.product.url}/dashboard?tab=profile`)
    await field(page, 'Cargo').fill(NOW)
    await press(page, 'Guardar cambios')
    await page.getByText('Perfil actualizado correctamente').waitFor()
  }
  /** The one that made the former texts. */
  const formerChange = (page: Page) => page.getByRole('region', { name: 'Cambios' }).getByRole('link').nth(1)

  test('an owner sees an edit, the profile as it was, and restores it to the public page [SCR-9, SCR-13]', async () => {
    const { owner, profile } = await newOwner('Millaray Curin')
    const { context, page, complaints } = await openSignedIn(world(), owner, { size: DESK })
    await editInTheEditor(page)
    expect(await publicPosition(profile.slug)).toContain(NOW)
    await page.goto(`${world().people.product.url}/dashboard?tab=history`)
    await titled(page, 'Historial')
    await page.getByText(/^Mostrando \d+ de \d+ cambios$/).waitFor()
    await looksRightEverywhere(page, 'history')
    await formerChange(page).click()
    await page.getByText(/^Así estaba el /).waitFor()
    await page.getByText('Si la restauras').waitFor()
    await looksRightEverywhere(page, 'history-past')
    await page.reload()
    await page.getByText(/^Así estaba el /).waitFor()
    await press(page, 'Restaurar esta versión')
    await page.getByText(/^Restauramos la versión del /).waitFor()
    await eventually(async () => expect(await publicPosition(profile.slug)).toContain(THEN))
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
