import { read, utils } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { activationAddress, CODE_ALPHABET } from '@app/contracts/fields/activation-code.ts'
import type { Owner } from '../../kills/account-world.ts'
import { isLong } from '../../support/longer-runs.ts'
import { DESK, field, looksRight, openStill, PHONE, press, titled } from '../dashboard/dashboard-fixture.ts'
import { openTab, searchFor, type AdminWorld } from './admin-fixture.ts'

const SIZES = isLong ? [PHONE, DESK] : [DESK]
const CODE = new RegExp(`[${CODE_ALPHABET}]{4}(?:-[${CODE_ALPHABET}]{4}){2}`, 'g')
const SHOWN_MS = 5_000
const SEARCH = 'Código completo, nombre o correo'

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const listOf = (page: Page) => page.getByRole('table', { name: 'Códigos' })
const rowOf = (page: Page, code: string) => listOf(page).getByRole('row').filter({ hasText: code })

async function saved(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
  return download
}
async function sheetOf(download: Download): Promise<readonly (readonly string[])[]> {
  const book = read(await readFile(await download.path()), { type: 'buffer', raw: true })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
}

/** @returns the new code */
async function create(page: Page, profiles: string): Promise<string> {
  await field(page, 'Perfiles permitidos').fill(profiles)
  await press(page, 'Crear código')
  const text = await page.getByText('Código creado:').locator('..').textContent()
  return text?.match(CODE)?.[0] ?? ''
}

/** With the phone that scanned it, where they are not signed in. @returns what its browser complained about */
async function activate(world: AdminWorld, owner: Owner, code: string): Promise<readonly string[]> {
  const { context, page, complaints } = await openStill(world)
  await page.goto(activationAddress(world.people.product.url, code))
  await page.getByText('Leímos tu código').waitFor()
  await page.getByRole('link', { name: 'Inicia sesión' }).click()
  await titled(page, 'Iniciar Sesión')
  await field(page, 'Correo electrónico').fill(owner.email)
  await field(page, 'Contraseña').fill(owner.password)
  await field(page, 'Contraseña').press('Enter')
  await page.waitForURL('**/dashboard?tab=profiles')
  await context.close()
  return complaints
}

/** What is copied is pasted by all pages of the browser, and other tests copy, too. */
const KEEP_COPIED = `{
  const write = navigator.clipboard.writeText.bind(navigator.clipboard)
  navigator.clipboard.writeText = (text) => write(text).then(() => { window.copied = text })
}`

export function codesSteps(world: () => AdminWorld): void {
  test.each(SIZES)('a code is created, copied, scanned and used at %d × %d px', async (...size) => {
    const name = `Rayén Millalonco ${size[0]}`
    const { people } = world()
    const { context, page, complaints } = await openTab(world(), 'codigos', { size })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(KEEP_COPIED)
    await page.clock.install({ time: new Date() })
    const code = await create(page, '3')
    await page
      .locator('section[aria-label="Crear códigos"]')
      .getByRole('button', { name: /^Copiar/ })
      .click()
    await said(page, 'Código copiado')
    expect(await page.evaluate('window.copied')).toBe(code)
    // Tests beside this one make codes too: by now its row may stand on the second page.
    await searchFor(page, SEARCH, code)
    await rowOf(page, code).getByText('Disponible', { exact: true }).waitFor()
    await looksRight(page, 'admin-codes')
    // Off the code: pointed at or focused, it stays.
    await page.mouse.move(0, 0)
    await field(page, 'Perfiles permitidos').focus()
    await page.clock.fastForward(SHOWN_MS)
    await page.getByText('Código creado:').waitFor({ state: 'detached' })

    const owner = await people.newOwner(name)
    expect(await activate(world(), owner, code)).toEqual([])

    const isBoth = (url: string) => url.includes('search=millalonco') && url.includes('state=used')
    const both = page.waitForResponse((response) => isBoth(response.url()))
    await page.getByLabel(SEARCH).fill('millalonco')
    await press(page, 'Usados')
    await both
    await rowOf(page, code).getByText('Usado', { exact: true }).first().waitFor()
    await rowOf(page, code).getByText(owner.email, { exact: true }).waitFor()
    await looksRight(page, 'admin-codes-used')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('codes of one filter are exported for spreadsheets in Spanish', async () => {
    const { people } = world()
    const owner = await people.newOwner('=Suma Quilapán', await people.newCode(7))
    const { context, page, complaints } = await openTab(world(), 'codigos', { size: DESK })
    await searchFor(page, SEARCH, 'quilapan')
    await said(page, '1 código')
    const download = await saved(page, 'Exportar CSV')
    await said(page, 'Lista descargada')
    expect(download.suggestedFilename()).toMatch(/^codigos_\d{4}-\d\d-\d\d\.csv$/)
    const [head, ...rows] = await sheetOf(download)
    expect(head).toEqual(['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo'])
    expect(rows.map(([, state, profiles, , , by, email]) => [state, profiles, by, email])).toEqual([
      ['Usado', '7', `'${owner.session.user.name}`, `'${owner.email}`],
    ])
    await searchFor(page, SEARCH, 'nadie se llama así')
    await said(page, 'Nada coincide con tu búsqueda.')
    expect(await page.getByRole('button', { name: 'Exportar CSV' }).isDisabled()).toBe(true)
    await press(page, 'Limpiar filtros')
    await listOf(page).waitFor()
    await press(page, 'Creado')
    await page
      .getByRole('columnheader', { name: 'Creado' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(SIZES)('many codes are saved as CSV and as a sheet at %d × %d px', async (...size) => {
    const { context, page, complaints } = await openTab(world(), 'codigos', { size, colorScheme: 'dark' })
    await field(page, 'Cantidad de códigos').fill('1001')
    await press(page, 'Crear código')
    await said(page, 'Escribe un número entero de 1 a 1.000.')
    await field(page, 'Cantidad de códigos').fill('12')
    await field(page, 'Perfiles permitidos').fill('')
    await press(page, 'Crear código')
    await page.getByText('12 códigos creados').waitFor()
    await looksRight(page, 'admin-codes-many')
    const [, ...rows] = await sheetOf(await saved(page, 'Descargar CSV'))
    const codes = rows.map(([code]) => code)
    expect(new Set(codes).size).toBe(12)
    const pdf = await saved(page, 'Descargar PDF')
    expect(pdf.suggestedFilename()).toMatch(/^codigos-nuevos_\d{4}-\d\d-\d\d\.pdf$/)
    const bytes = new Uint8Array(await readFile(await pdf.path()))
    const { text, totalPages } = await extractText(await getDocumentProxy(bytes))
    expect(totalPages).toBe(2)
    expect(text.flatMap((one) => one.match(CODE) ?? [])).toEqual(codes)
    await press(page, 'Cerrar los códigos creados')
    await page.getByText('12 códigos creados').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
}
