import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab, requestQuotation, searchFor, type AdminWorld } from './admin-fixture.ts'
import { A_QUOTATION } from '../../support/api/a-quotation.ts'
import { callAs, looksRightEverywhere } from '../dashboard/dashboard-fixture.ts'

const TAB = 'cotizaciones'
/** Within the first second it is a whole day. */
const JUST_ASKED = /^vence en 2[34] h$/
const LONG = {
  contact_person: 'María de los Ángeles Esperanza Fernández-Quintupil Valenzuela',
  comments: `Para la feria.\n${'Dos diseños, uno por área. '.repeat(20)}`,
}

const cardOf = (page: Page, company: string): Locator => page.getByRole('listitem', { name: company })
const mark = (card: Locator, as: string): Locator => card.getByRole('button', { name: `Marcar como ${as}` })

async function search(page: Page, text: string): Promise<void> {
  await searchFor(page, 'Empresa o contacto', text)
  await page.getByText('1 cotización', { exact: true }).waitFor()
}

export function quotationsSteps(world: () => AdminWorld): void {
  test('a request is answered by mail, and marked', async () => {
    const company = 'Copihue Sociedad de Inversiones'
    await requestQuotation(world(), company, LONG)
    const { context, page, complaints } = await openTab(world(), TAB)
    await search(page, 'copihue')
    const card = cardOf(page, company)
    for (const text of [LONG.contact_person, 'Pendiente', `${A_QUOTATION.estimated_cards} tarjetas`])
      await card.getByText(text, { exact: true }).waitFor()
    await card.getByText(JUST_ASKED).waitFor()
    await card.getByText('Comentarios').click()
    await card.getByText('Para la feria.', { exact: false }).waitFor()
    await looksRightEverywhere(page, 'admin-quotations')
    const links = await card.getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      'mailto:ana@andes.example',
      'tel:+56912345678',
      'https://wa.me/56912345678',
      expect.stringMatching(/^mailto:ana@andes\.example\?subject=.*&body=Hola%2C%20Mar%C3%ADa/),
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
    const { context, page } = await openTab(world(), TAB)
    await search(page, 'lingue')
    const card = cardOf(page, 'Lingue Ltda')
    await card.getByText('Pendiente', { exact: true }).waitFor()
    const body = { status: 'completed' }
    await callAs(world(), world().administrator, { method: 'PUT', path: `/admin/quotations/${id}`, body })
    await mark(card, 'Contactado').click()
    await page.getByRole('alert').getByText('Error: Esa cotización ya está completada.').waitFor()
    await card.getByText('Completado', { exact: true }).waitFor()
    await context.close()
  })
}
