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
} from '../dashboard/dashboard-fixture.ts'
import { withPeople } from '../in-chromium.ts'
import { openTab, requestQuotation, searchFor, subscribe } from './admin-fixture.ts'

/** The administrator's panel: the built program, real Chromium. Refusals and faults are tested on its components. */
/** Name of the tab, label of its search field, and what it says of one row. */
const LISTS = {
  usuarios: [/^Usuarios/, 'Nombre o correo', '1 usuario'],
  cotizaciones: [/^Cotizaciones/, 'Empresa o contacto', '1 cotización'],
  recordatorios: [/^Recordatorios/, 'Perfil o correo', '1 recordatorio'],
  perfiles: [/^Perfiles/, 'Nombre o empresa', '1 perfil'],
} as const

/** A list of another tab stays, hidden. */
const says = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()

withPeople((world) => {
  test('each list looks right with the row that a search leaves, and so does a deletion', async () => {
    const name = 'Rayén Curín'
    const { profile } = await newCardOwner(world(), name)
    await requestQuotation(world(), 'Curín Inversiones')
    await subscribe(world(), profile.id, 'curin@correo.example')
    const { context, page, complaints } = await openTab(world(), 'usuarios')
    for (const [tab, [list, label, count]] of Object.entries(LISTS)) {
      await page.getByRole('tab', { name: list }).click()
      await searchFor(page, label, 'curin')
      await says(page, count)
      await looksRightEverywhere(page, `admin-${tab}`)
    }
    await press(page, `Eliminar ${name}`)
    await page.getByRole('dialog', { name: `¿Eliminar el perfil de ${name}?` }).waitFor()
    await looksRight(page, 'admin-perfiles-delete', '[role=dialog]')
    await press(page, 'Eliminar perfil')
    await says(page, 'Perfil eliminado')
    await says(page, 'Ningún perfil coincide con tu búsqueda.')
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('los perfiles')
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
