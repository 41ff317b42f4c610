import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { activationAddress, CODE_ALPHABET } from '@app/contracts/fields/activation-code.ts'
import type { Owner } from '../../kills/account-world.ts'
import {
  field,
  logIn,
  openStill,
  press,
  titled,
  looksRightEverywhere,
} from '../dashboard/dashboard-fixture.ts'
import { openTab, searchFor, type AdminWorld } from './admin-fixture.ts'

const CODE = new RegExp(`[${CODE_ALPHABET}]{4}(?:-[${CODE_ALPHABET}]{4}){2}`, 'g')
const SHOWN_MS = 5_000
const SEARCH = 'Código o cuenta'

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const listOf = (page: Page) => page.getByRole('table', { name: 'Códigos' })
const rowOf = (page: Page, code: string) => listOf(page).getByRole('row').filter({ hasText: code })

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
  await logIn(page, owner.email, owner.password)
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
  test('a code is created, copied, scanned and used', async () => {
    const { people } = world()
    const { context, page, complaints } = await openTab(world(), 'codigos')
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
    await looksRightEverywhere(page, 'admin-codes')
    // Off the code: pointed at or focused, it stays.
    await page.mouse.move(0, 0)
    await field(page, 'Perfiles permitidos').focus()
    await page.clock.fastForward(SHOWN_MS)
    await page.getByText('Código creado:').waitFor({ state: 'detached' })

    const owner = await people.newOwner('Rayén Millalonco')
    expect(await activate(world(), owner, code)).toEqual([])

    const isBoth = (url: string) => url.includes('search=millalonco') && url.includes('state=used')
    const both = page.waitForResponse((response) => isBoth(response.url()))
    await page.getByLabel(SEARCH).fill('millalonco')
    await press(page, 'Usados')
    await both
    await rowOf(page, code).getByText('Usado', { exact: true }).first().waitFor()
    await rowOf(page, code).getByText(owner.email, { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('many codes are printed as cards, and nothing else of the page', async () => {
    const { context, page, complaints } = await openTab(world(), 'codigos')
    await field(page, 'Cantidad de códigos').fill('12')
    await press(page, 'Crear código')
    await page.getByText('12 códigos creados').waitFor()
    await looksRightEverywhere(page, 'admin-codes-many')
    await page.evaluate('window.print = () => undefined')
    await press(page, 'Imprimir')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.printed-codes li:visible').count()).toBe(12)
    expect(await page.getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
}
