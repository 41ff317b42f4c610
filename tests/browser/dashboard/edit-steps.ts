import { expect, test } from 'vitest'
import {
  field,
  looksRightEverywhere,
  newCardOwner,
  openSignedIn,
  press,
  titled,
  type World,
} from './dashboard-fixture.ts'

export function editSteps(world: () => World): void {
  test('going back in the browser asks first, and a draft survives a reload but no logout [SCR-1]', async () => {
    const { owner } = await newCardOwner(world(), 'Bruno Vera')
    const { page } = await openSignedIn(world(), owner)
    const draft = "Object.keys(sessionStorage).filter((key) => key.startsWith('app.draft.')).length"
    await page.getByRole('navigation', { name: 'Panel' }).getByRole('link', { name: 'Editar' }).click()
    await field(page, 'Cargo').fill('Director')
    await looksRightEverywhere(page, 'edit-changed')
    await page.goBack()
    await press(page, 'Seguir editando')
    expect(new URL(page.url()).search).toContain('tab=profile')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await titled(page, 'Editar Perfil')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    expect(await page.evaluate(draft)).toBe(1)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await press(page, 'Cerrar sesión')
    await press(page, 'Salir')
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(draft)).toBe(0)
    await page.context().close()
  })
}
