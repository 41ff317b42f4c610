import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { isLong } from '../../support/longer-runs.ts'
import { DESK, looksRight, PHONE, press } from '../dashboard/dashboard-fixture.ts'
import { looksRightInTheDark, openTab, searchFor, type AdminWorld } from './admin-fixture.ts'

const TAB = 'usuarios'
const SIZES = isLong ? [PHONE, DESK] : [DESK]
/** Each password's hash takes its time; the pages of reminders are turned in every run. */
const ACCOUNTS = isLong ? 21 : 2
const FOCUSED = 'document.activeElement.ariaLabel ?? document.activeElement.textContent'

async function search(page: Page, text: string, count = '1 usuario'): Promise<void> {
  await searchFor(page, 'Buscar por nombre o correo', text)
  await page.getByText(count, { exact: true }).waitFor()
}
const says = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor()
const limitOf = (page: Page, name: string) => page.getByRole('combobox', { name: `Límite de ${name}` })
const focused = (page: Page): Promise<unknown> => page.evaluate(FOCUSED)

async function turnPages(page: Page): Promise<void> {
  await says(page, 'Mostrando 1 a 20 de 21 resultados')
  await press(page, 'Siguiente')
  await says(page, 'Mostrando 21 a 21 de 21 resultados')
  expect(await page.getByRole('button', { name: 'Siguiente' }).isDisabled()).toBe(true)
  await press(page, 'Anterior')
  await says(page, 'Mostrando 1 a 20 de 21 resultados')
}

export function usersSteps(world: () => AdminWorld): void {
  const newOwner = async (name: string) => {
    const { people } = world()
    return people.newOwner(name, await people.newCode())
  }

  test.each(SIZES)(
    'an account is deactivated and reactivated by keys alone at %d × %d px',
    async (...size) => {
      const name = `Lautaro Pichun${size[0]}`
      await newOwner(name)
      const { context, page, complaints } = await openTab(world(), TAB, { size })
      await search(page, `pichun${size[0]}`)
      for (const text of ['Activo', 'Activado', `lautaro.pichun${size[0]}@correo.example`])
        await says(page, text)
      expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('1 de 1')
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
    },
  )

  test.each(SIZES)('a limit is chosen, or typed, at %d × %d px', async (...size) => {
    const name = `Zulema Cayul${size[0]}`
    const owner = await newOwner(name)
    const { context, page, complaints } = await openTab(world(), TAB, { size })
    await search(page, `cayul${size[0]}`)
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
    const length = await world().people.lengthOf(accountStream(owner.id))
    const typed = page.getByRole('textbox', { name: `Límite de ${name}, número de perfiles` })
    for (const wrong of ['', '0', 'muchos']) {
      await typed.fill(wrong)
      await typed.press('Enter')
      await says(page, 'Escribe un número mayor que 0.')
    }
    await looksRight(page, 'admin-users-limit')
    expect(await world().people.lengthOf(accountStream(owner.id))).toBe(length)
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe(`Límite de ${name}`)
    await limit.selectOption('Personalizado...')
    await typed.fill('12')
    await press(page, 'Aplicar')
    await says(page, 'Límite actualizado a 12 perfiles')
    await page.locator('[role=meter][aria-valuetext="1 de 12"]').waitFor()
    expect([await limit.inputValue(), await focused(page)]).toEqual(['12', `Límite de ${name}`])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('no key chooses in a closed list, and Personalizado can be left', async () => {
    const name = 'Wanda Tranamil'
    const owner = await newOwner(name)
    const length = await world().people.lengthOf(accountStream(owner.id))
    const { context, page } = await openTab(world(), TAB, { size: DESK })
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
    await limit.selectOption('Personalizado...')
    await press(page, 'Cancelar')
    expect(await focused(page)).toBe(`Límite de ${name}`)
    expect([puts, await limit.inputValue()]).toEqual([[], '1'])
    expect(await world().people.lengthOf(accountStream(owner.id))).toBe(length)
    await context.close()
  })

  test('one’s own account stays, and the button says why', async () => {
    const { context, page } = await openTab(world(), TAB, { size: DESK })
    await search(page, 'admin@')
    const own = page.getByRole('row').filter({ hasText: 'Administrador' })
    expect(await own.getByRole('button', { name: 'Desactivar' }).isDisabled()).toBe(true)
    await own.getByTitle('No puedes desactivar tu propia cuenta.').waitFor()
    await context.close()
  })

  test.each(SIZES)('accounts are searched, filtered, ordered and paged at %d × %d px', async (...size) => {
    const family = `quilapan${size[0]}`
    await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, n) =>
        world().people.newOwner(`${String.fromCharCode(97 + n)}x ${family}`),
      ),
    )
    const { context, page, complaints } = await openTab(world(), TAB, { size })
    await search(page, family, `${ACCOUNTS} usuarios`)
    await looksRight(page, 'admin-users')
    if (isLong) await turnPages(page)
    if (size === DESK) {
      await press(page, 'Creado')
      await page
        .getByRole('columnheader', { name: 'Creado' })
        .and(page.locator('[aria-sort=ascending]'))
        .waitFor()
      await press(page, 'Perfiles')
      await page
        .getByRole('columnheader', { name: 'Perfiles' })
        .and(page.locator('[aria-sort=descending]'))
        .waitFor()
    }
    await press(page, 'Inactivos')
    await says(page, 'Nada coincide con tu búsqueda.')
    await looksRight(page, 'admin-users-none')
    await press(page, 'Limpiar filtros')
    await page.getByText('Nada coincide con tu búsqueda.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Buscar por nombre o correo').inputValue()).toBe('')
    await looksRightInTheDark(page, 'admin-users')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a call lost by the network is reported, and can be tried again', async () => {
    const name = 'Nehuen Paillal'
    await newOwner(name)
    const { context, page } = await openTab(world(), TAB, { size: DESK })
    await search(page, 'paillal')
    await page.route('**/api/admin/users/*', (route) => route.abort())
    await press(page, `Desactivar a ${name}`)
    await press(page, 'Desactivar')
    await page.getByRole('dialog').getByText('No pudimos desactivar al usuario.', { exact: true }).waitFor()
    await page.unroute('**/api/admin/users/*')
    await press(page, 'Desactivar')
    await says(page, 'Usuario desactivado')

    await page.route('**/api/admin/users?**', (route) => route.abort())
    await press(page, 'Actualizar')
    await says(page, 'No pudimos cargar los usuarios.')
    await page.unroute('**/api/admin/users?**')
    await press(page, 'Reintentar')
    await says(page, 'Inactivo')
    await context.close()
  })
}
