import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Owner } from '../../kills/account-world.ts'
import {
  callAs,
  DESK,
  field,
  looksRight,
  looksRightEverywhere,
  newCardOwner,
  openSignedIn,
  press,
  titled,
  type Opening,
  type World,
} from './dashboard-fixture.ts'

const PATH = '/dashboard?tab=profile'
const SAVED = 'Perfil actualizado correctamente'
const CHANGED = 'Este perfil cambió en otra sesión.'

const VERSIONS = "[...document.querySelectorAll('[role=dialog] dd')].map(({ textContent }) => textContent)"

export function editSteps(world: () => World): void {
  const open = async (owner: Owner, opening: Opening = {}): Promise<Page> => {
    const { page } = await openSignedIn(world(), owner, { path: PATH, ...opening })
    await titled(page, 'Editar Perfil')
    await field(page, 'Cargo').waitFor()
    return page
  }

  test('a change in another browser is met with both versions [SCR-2]', async () => {
    const { owner, profile } = await newCardOwner(world(), 'Tomas Rojas')
    const page = await open(owner, { size: DESK })
    await field(page, 'Cargo').fill('Director')
    await looksRightEverywhere(page, 'edit-changed')
    const body = { position: 'Gerente', company: 'Andes' }
    await callAs(world(), owner, { method: 'PUT', path: `/profile/${profile.id}`, body })
    await press(page, 'Guardar cambios')
    await page.getByRole('dialog', { name: CHANGED }).waitFor()
    await press(page, 'Ver la otra versión')
    expect(await page.evaluate(VERSIONS)).toEqual(['Director', 'Gerente', 'Andes'])
    await looksRight(page, 'edit-conflict')
    await press(page, 'Sobrescribir')
    await page.getByText(SAVED).waitFor()
    expect(await field(page, 'Empresa').inputValue()).toBe('Andes')
    await page.context().close()
  })

  test('going back in the browser asks first, and a draft survives a reload but no logout [SCR-1]', async () => {
    const { owner } = await newCardOwner(world(), 'Bruno Vera')
    const { page } = await openSignedIn(world(), owner)
    const draft = "Object.keys(localStorage).filter((key) => key.startsWith('app.draft.')).length"
    await page.getByRole('navigation', { name: 'Panel' }).getByRole('link', { name: 'Editar' }).click()
    await field(page, 'Cargo').fill('Director')
    await page.goBack()
    await press(page, 'Seguir editando')
    expect(new URL(page.url()).search).toContain('tab=profile')
    expect(await field(page, 'Cargo').inputValue()).toBe('Director')
    await page.getByText('Borrador guardado en este equipo').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await press(page, 'Restaurar')
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
