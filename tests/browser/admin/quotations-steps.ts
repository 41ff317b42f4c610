import { PRODUCT } from '@app/contracts/product.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isLong } from '../../support/longer-runs.ts'
import { DESK, looksRight, PHONE } from '../dashboard/dashboard-fixture.ts'
import {
  ask,
  looksRightInTheDark,
  openTab,
  requestQuotation,
  searchFor,
  type AdminWorld,
} from './admin-fixture.ts'

const TAB = 'cotizaciones'
const SIZES = isLong ? [PHONE, DESK] : [DESK]
const HOUR_MS = 3_600_000
/** Within the first second it is a whole day. */
const JUST_ASKED = /^vence en 2[34] h$/
const LONG = {
  contact_person: 'María de los Ángeles Esperanza Fernández-Quintupil Valenzuela',
  comments: `Para la feria.\n${'Dos diseños, uno por área. '.repeat(20)}`,
}

const cardOf = (page: Page, company: string): Locator => page.getByRole('listitem', { name: company })
const mark = (card: Locator, as: string): Locator => card.getByRole('button', { name: `Marcar como ${as}` })

async function search(page: Page, text: string): Promise<void> {
  await searchFor(page, 'Buscar por empresa, contacto o correo', text)
  await page.getByText('1 cotización', { exact: true }).waitFor()
}

export function quotationsSteps(world: () => AdminWorld): void {
  test.each(SIZES)('a request is answered by mail, and marked, at %d × %d px', async (...size) => {
    const company = `Copihue${size[0]} Sociedad de Inversiones`
    await requestQuotation(world(), company, LONG)
    const { context, page, complaints } = await openTab(world(), TAB, { size })
    await search(page, `copihue${size[0]}`)
    const card = cardOf(page, company)
    for (const text of [LONG.contact_person, 'Pendiente', '11-25 tarjetas'])
      await card.getByText(text, { exact: true }).waitFor()
    await card.getByText(JUST_ASKED).waitFor()
    await card.getByText('Comentarios').click()
    await card.getByText('Para la feria.', { exact: false }).waitFor()
    await looksRight(page, 'admin-quotations')
    await looksRightInTheDark(page, 'admin-quotations')

    const links = await card.getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      'mailto:compras@empresa.example',
      'tel:+56987654321',
      'https://wa.me/56987654321',
      expect.stringMatching(
        new RegExp(
          `^mailto:compras@empresa\\.example\\?subject=Tu%20cotizaci%C3%B3n%20de%20tarjetas%20${PRODUCT.name}&body=Hola%2C%20Mar%C3%ADa`,
        ),
      ),
    ])
    await mark(card, 'Contactado').press('Enter')
    await page.getByText('Cotización marcada como contactada', { exact: true }).waitFor()
    await card.getByText('Contactado', { exact: true }).waitFor()
    expect(await mark(card, 'Contactado').isDisabled()).toBe(true)
    expect(await card.getByText('vence').count()).toBe(0)
    await mark(card, 'Completado').click()
    await page.getByText('Cotización marcada como completada', { exact: true }).waitFor()
    await card.getByText('Completado', { exact: true }).waitFor()
    expect(await mark(card, 'Completado').isDisabled()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a request that another administrator completed meanwhile is reported and shown', async () => {
    const id = await requestQuotation(world(), 'Lingue Ltda')
    const { context, page } = await openTab(world(), TAB, { size: DESK })
    await search(page, 'lingue')
    const card = cardOf(page, 'Lingue Ltda')
    await card.getByText('Pendiente', { exact: true }).waitFor()
    await ask(world(), { method: 'PUT', path: `/admin/quotations/${id}`, body: { status: 'completed' } })
    await mark(card, 'Contactado').click()
    await page.getByRole('alert').getByText('Error: Esa cotización ya está completada.').waitFor()
    await card.getByText('Completado', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pendientes' }).click()
    await page.getByText('Nada coincide con tu búsqueda.').waitFor()
    await page.getByRole('button', { name: 'Completadas' }).click()
    await card.waitFor()
    await context.close()
  })

  test('a day after the request its promise is broken', async () => {
    await requestQuotation(world(), 'Mañío SpA')
    const { context, page } = await openTab(world(), TAB, { size: DESK })
    await search(page, 'mañio')
    const card = cardOf(page, 'Mañío SpA')
    await card.getByText(JUST_ASKED).waitFor()
    const nowMs = Date.now()
    await page.clock.install({ time: nowMs })
    await page.reload()
    await search(page, 'mañio')
    await page.clock.fastForward(19 * HOUR_MS)
    await card.getByText('vence en 4 h', { exact: true }).waitFor()
    await page.clock.fastForward(6 * HOUR_MS)
    await card.getByText('venció hace 1 h', { exact: true }).waitFor()
    await context.close()
  })
}
