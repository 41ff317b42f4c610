import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { newCardOwner, PHONE, press, saved, looksRightEverywhere } from '../dashboard/dashboard-fixture.ts'
import { openTab, searchFor, subscribe, type AdminWorld } from './admin-fixture.ts'

const TAB = 'recordatorios'
const NONE = 'No hay recordatorios con estos filtros.'

const says = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor()
const search = (page: Page, id: string): Promise<void> => searchFor(page, 'Perfil o correo', id)

export function remindersSteps(world: () => AdminWorld): void {
  test('subscriptions are filtered, exported and followed to the page', async () => {
    const name = 'Yasna Huaiquil'
    const { id, slug } = (await newCardOwner(world(), name)).profile
    const email = '+cmd@correo.example'
    await subscribe(world(), id, email)
    const { context, page, complaints } = await openTab(world(), TAB)
    await search(page, id.slice(0, 18).toUpperCase())
    await says(page, '1 recordatorio')
    for (const text of [email, name, slug, 'Activo']) await says(page, text)
    expect(await page.getByText(/^Sale el \d\d-\d\d-\d{4}$/).count()).toBe(2)
    await looksRightEverywhere(page, 'admin-reminders')
    const file = await saved(page, 'Exportar CSV', 'Lista descargada')
    expect(file.suggestedFilename()).toMatch(/^recordatorios_\d{4}-\d{2}-\d{2}\.csv$/)
    const { Sheets: sheets } = read(await readFile(await file.path()), { type: 'buffer', raw: true })
    const rows = utils.sheet_to_json<unknown[]>(Object.values(sheets)[0]!, { header: 1 })
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ['Correo', 'Perfil', 'Id del perfil'],
      [`'${email}`, name, id],
    ])

    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: `Ver perfil de ${name}` }).click()
    const opened = await opening
    await opened.getByRole('heading', { level: 1, name }).waitFor()
    expect(new URL(opened.url()).pathname).toBe(`/pages/${slug}`)
    await opened.close()

    await press(page, 'Rebotados')
    await says(page, NONE)
    await looksRightEverywhere(page, 'admin-reminders-none')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('on a phone the row of tabs shows the open one whole, with the count that comes later', async () => {
    const { id } = (await newCardOwner(world(), 'Aukan Lienlaf')).profile
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => subscribe(world(), id, `aukan${n}@correo.example`)),
    )
    const { context, page } = await openTab(world(), TAB, PHONE)
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
    await eventually(async () => expect(await hidden()).toBeLessThanOrEqual(1))
    // As by a scrollbar, or a turned phone.
    await page.setViewportSize({ width: 375, height: 844 })
    await eventually(async () => expect(await hidden()).toBeLessThanOrEqual(1))
    await context.close()
  })
}
