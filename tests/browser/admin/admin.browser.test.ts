import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import {
  field,
  looksRight,
  looksRightEverywhere,
  newCardOwner,
  PHONE,
  press,
  saved,
} from '../dashboard/dashboard-fixture.ts'
import { manyOf, withPeople } from '../in-chromium.ts'
import { openTab, requestQuotation, searchFor, subscribe } from './admin-fixture.ts'

/** The administrator's panel: the built program, real Chromium. Refusals and faults are tested on its components. */
const RATE_LIMITS = manyOf(
  'signed-in signed-in-address login register activate create-profile edit-profile administer issue-codes quotation subscribe export-list',
)
/** The labels of the search fields, by tab. */
const SEARCHES = {
  usuarios: 'Nombre o correo',
  cotizaciones: 'Empresa o contacto',
  perfiles: 'Nombre o empresa',
  recordatorios: 'Perfil o correo',
} as const

const FOCUSED = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'

const says = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor()
const focused = (page: Page): Promise<unknown> => page.evaluate(FOCUSED)

withPeople({ RATE_LIMITS }, (world) => {
  const statusOf = async (slug: string): Promise<number> =>
    (await fetch(`${world().people.product.url}/pages/${slug}`, { redirect: 'manual' })).status

  /** A list of which the search leaves one row. */
  async function opened(tab: keyof typeof SEARCHES, search: string, count: string) {
    const visit = await openTab(world(), tab)
    await searchFor(visit.page, SEARCHES[tab], search)
    await says(visit.page, count)
    return visit
  }

  test('an account is deactivated and reactivated by keys alone, and gets another limit', async () => {
    const name = 'Lautaro Pichun'
    await newCardOwner(world(), name)
    const { context, page, complaints } = await opened('usuarios', 'pichun', '1 usuario')
    await looksRightEverywhere(page, 'admin-users')
    await page.getByRole('button', { name: `Desactivar a ${name}` }).press('Enter')
    await page.getByRole('dialog', { name: `¿Desactivar a ${name}?` }).waitFor()
    expect(await focused(page)).toBe('Cancelar')
    await looksRight(page, 'admin-users-deactivation', '[role=dialog]')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await says(page, 'Usuario desactivado')
    await says(page, 'Inactivo')
    expect(await focused(page)).toBe(`Activar a ${name}`)
    await page.keyboard.press('Enter')
    await says(page, 'Usuario activado')
    await says(page, 'Activo')
    expect(await focused(page)).toBe(`Desactivar a ${name}`)

    const limit = page.getByRole('combobox', { name: `Límite de ${name}` })
    for (const key of ['ArrowDown', 'End', '5']) {
      await limit.focus()
      await page.keyboard.press(key)
      await page.keyboard.press('Escape')
    }
    expect(await limit.inputValue()).toBe('1')
    await limit.selectOption('5 perfiles')
    await says(page, 'Límite actualizado a 5 perfiles')
    await page.locator('[role=meter][aria-valuetext="1 de 5"]').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a request is marked as contacted, then as completed', async () => {
    await requestQuotation(world(), 'Copihue Sociedad de Inversiones')
    const { context, page, complaints } = await opened('cotizaciones', 'copihue', '1 cotización')
    const card = page.getByRole('listitem', { name: 'Copihue' })
    await card.getByText('Comentarios').click()
    await looksRightEverywhere(page, 'admin-quotations')
    for (const state of ['Contactado', 'Completado']) {
      await card.getByRole('button', { name: `Marcar como ${state}` }).press('Enter')
      await card.getByText(state, { exact: true }).waitFor()
    }
    expect(await card.getByRole('button', { name: 'Marcar como Contactado' }).isDisabled()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a profile gets another slug by keys alone, is hidden, and is deleted once its slug is typed', async () => {
    const name = 'Rayén Curín'
    const { profile } = await newCardOwner(world(), name)
    const { context, page, complaints } = await opened('perfiles', 'curin', '1 perfil')
    await page.getByRole('button', { name: `Editar la URL de ${name}` }).press('Enter')
    await page.keyboard.type('Rayen-nueva')
    await says(page, 'Disponible')
    await looksRightEverywhere(page, 'admin-profiles-slug')
    await page.getByRole('textbox', { name: `URL de ${name}` }).press('Enter')
    await says(page, `URL actualizada exitosamente: ${profile.slug} -> rayen-nueva`)
    expect(await focused(page)).toContain(`Editar la URL de ${name}`)
    expect(await statusOf(profile.slug)).toBe(307)

    await press(page, `Desactivar el perfil de ${name}`)
    await press(page, 'Desactivar')
    await says(page, 'Inactivo')
    expect(await statusOf('rayen-nueva')).toBe(404)
    await press(page, `Eliminar ${name}`)
    await page.getByRole('dialog', { name: `¿Eliminar el perfil de ${name}?` }).waitFor()
    await looksRight(page, 'admin-profiles-delete')
    await page.keyboard.type('rayen-nueva')
    await page.keyboard.press('Enter')
    await says(page, 'Perfil eliminado')
    await says(page, 'Ningún perfil coincide con tu búsqueda.')
    expect(await focused(page)).toBe('los perfiles')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('subscriptions are found and exported', async () => {
    const { id } = (await newCardOwner(world(), 'Yasna Huaiquil')).profile
    await subscribe(world(), id, '+cmd@correo.example')
    const { context, page, complaints } = await opened('recordatorios', id, '1 recordatorio')
    await looksRightEverywhere(page, 'admin-reminders')
    const file = await saved(page, 'Exportar CSV', 'Lista descargada')
    expect(file.suggestedFilename()).toMatch(/^recordatorios_\d{4}-\d{2}-\d{2}\.csv$/)
    await press(page, 'Rebotados')
    await says(page, 'No hay recordatorios con estos filtros.')
    await looksRightEverywhere(page, 'admin-reminders-none')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('on a phone the row of tabs shows the open one whole, with the count that comes later', async () => {
    const { id } = (await newCardOwner(world(), 'Aukan Lienlaf')).profile
    const emails = Array.from({ length: 10 }, (_, n) => `aukan${n}@correo.example`)
    await Promise.all(emails.map((email) => subscribe(world(), id, email)))
    const { context, page } = await openTab(world(), 'recordatorios', PHONE)
    const tab = page.getByRole('tab', { name: /^Recordatorios\s*\d{2}/ })
    await tab.waitFor()
    // While there is more to scroll to, the row fades at that side, and would cover a tab that lies there.
    const hidden = (): Promise<number> =>
      tab.evaluate((shown) => {
        const row = shown.parentElement!
        const [tabBox, rowBox] = [shown.getBoundingClientRect(), row.getBoundingClientRect()]
        const fade = (side: string): number => (row.hasAttribute(`data-more-${side}`) ? 36 : 0)
        return Math.max(
          tabBox.right - (rowBox.right - fade('end')),
          rowBox.left + fade('start') - tabBox.left,
        )
      })
    for (const width of [PHONE[0], 375]) {
      await page.setViewportSize({ width, height: 844 })
      await eventually(async () => expect(await hidden()).toBeLessThanOrEqual(1))
    }
    await context.close()
  })

  test('many codes are printed as cards, and nothing else of the page', async () => {
    const { context, page, complaints } = await openTab(world(), 'codigos')
    await field(page, 'Cantidad de códigos').fill('12')
    await press(page, 'Crear código')
    await page.getByText('12 códigos creados').waitFor()
    await looksRightEverywhere(page, 'admin-codes')
    await page.evaluate('window.print = () => undefined')
    await press(page, 'Imprimir')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.printed-codes li:visible').count()).toBe(12)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
