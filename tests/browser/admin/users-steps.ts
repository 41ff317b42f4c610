import { expect, test } from 'vitest'
import { isLong } from '../../support/longer-runs.ts'
import { DESK, looksRight, PHONE, press } from '../dashboard/world.ts'
import { openTab, type AdminWorld } from './world.ts'

const SIZES = isLong ? [PHONE, DESK] : [DESK]

export function usersSteps(world: () => AdminWorld): void {
  test.each(SIZES)('an account is deactivated and reactivated at %d × %d px', async (...size) => {
    const name = `Lautaro Pichun${size[0]}`
    const { people } = world()
    await people.newOwner(name, await people.newCode())
    const { context, page, complaints } = await openTab(world(), 'usuarios', { size })
    await page.getByLabel('Buscar por nombre o correo').fill(`pichun${size[0]}`)
    await page.getByText('1 usuario', { exact: true }).waitFor()
    await looksRight(page, 'admin-users')
    await press(page, `Desactivar a ${name}`)
    await page.getByRole('dialog', { name: `¿Desactivar a ${name}?` }).waitFor()
    await page.getByText('No podrá entrar y sus perfiles dejarán de mostrarse.').waitFor()
    await press(page, 'Desactivar')
    await page.getByText('Usuario desactivado', { exact: true }).waitFor()
    await page.getByText('Inactivo', { exact: true }).waitFor()
    await press(page, `Activar a ${name}`)
    await page.getByText('Usuario activado', { exact: true }).waitFor()
    await page.getByText('Activo', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
}
