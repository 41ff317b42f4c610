import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { looksRight, newCardOwner, press, looksRightEverywhere } from '../dashboard/dashboard-fixture.ts'
import { openTab, searchFor, type AdminWorld } from './admin-fixture.ts'

const TAB = 'usuarios'
const FOCUSED = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'

async function search(page: Page, text: string): Promise<void> {
  await searchFor(page, 'Nombre o correo', text)
  await page.getByText('1 usuario', { exact: true }).waitFor()
}
const says = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor()
const limitOf = (page: Page, name: string) => page.getByRole('combobox', { name: `Límite de ${name}` })
const focused = (page: Page): Promise<unknown> => page.evaluate(FOCUSED)

export function usersSteps(world: () => AdminWorld): void {
  test('an account is deactivated and reactivated by keys alone', async () => {
    const name = 'Lautaro Pichun'
    await newCardOwner(world(), name)
    const { context, page, complaints } = await openTab(world(), TAB)
    await search(page, 'pichun')
    for (const text of ['Activo', 'Activado', 'lautaro.pichun@correo.example']) await says(page, text)
    expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('1 de 1')
    await looksRightEverywhere(page, 'admin-users')
    await page.getByRole('button', { name: `Desactivar a ${name}` }).press('Enter')
    await page.getByRole('dialog', { name: `¿Desactivar a ${name}?` }).waitFor()
    await says(page, 'No podrá entrar y sus perfiles dejarán de mostrarse.')
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
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a limit is chosen, or typed', async () => {
    const name = 'Zulema Cayul'
    await newCardOwner(world(), name)
    const { context, page, complaints } = await openTab(world(), TAB)
    await search(page, 'cayul')
    const limit = limitOf(page, name)
    expect(await page.locator(`[aria-label='Límite de ${name}'] option`).allTextContents()).toEqual([
      '1 perfil',
      ...[2, 3, 4, 5, 10, 15, 20, 30].map((n) => `${n} perfiles`),
      'Personalizado...',
    ])
    await limit.selectOption('5 perfiles')
    await says(page, 'Límite actualizado a 5 perfiles')
    await page.locator('[role=meter][aria-valuetext="1 de 5"]').waitFor()

    await limit.selectOption('Personalizado...')
    const typed = page.getByRole('textbox', { name: `Límite de ${name}, número de perfiles` })
    await typed.fill('0')
    await typed.press('Enter')
    await says(page, 'Escribe un número mayor que 0.')
    await looksRightEverywhere(page, 'admin-users-limit')
    await typed.fill('12')
    await press(page, 'Aplicar')
    await says(page, 'Límite actualizado a 12 perfiles')
    await page.locator('[role=meter][aria-valuetext="1 de 12"]').waitFor()
    expect([await limit.inputValue(), await focused(page)]).toEqual(['12', `Límite de ${name}`])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('no key chooses in a closed list', async () => {
    const name = 'Wanda Tranamil'
    await newCardOwner(world(), name)
    const { context, page } = await openTab(world(), TAB)
    await search(page, 'tranamil')
    const limit = limitOf(page, name)
    const puts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') puts.push(request.url())
    })
    for (const key of ['ArrowDown', 'End', '5']) {
      await limit.focus()
      await page.keyboard.press(key)
      await page.keyboard.press('Escape')
    }
    expect([puts, await limit.inputValue()]).toEqual([[], '1'])
    await context.close()
  })
}
