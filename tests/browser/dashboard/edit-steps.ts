import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Owner } from '../../kills/account-world.ts'
import {
  callAs,
  type CardOwner,
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
  /** The ETag of the profile, which changes with every event of it. */
  const tagOf = async ({ owner, profile }: CardOwner): Promise<string | null> =>
    (await callAs(world(), owner, { path: `/profile/${profile.id}` })).headers.get('etag')

  test('two browsers edit one profile: conflict, differences, overwrite [SCR-2]', async () => {
    const card = await newCardOwner(world(), 'Tomas Rojas')
    const { owner } = card
    const [one, other] = await Promise.all([open(owner), open(owner, { size: DESK })])
    await field(one, 'Cargo').fill('Gerente')
    await field(one, 'Empresa').fill('Andes')
    await looksRightEverywhere(one, 'edit-changed')
    await press(one, 'Guardar cambios')
    await one.getByText(SAVED).waitFor()
    await field(other, 'Cargo').fill('Director')
    const tag = await tagOf(card)
    await press(other, 'Guardar cambios')
    const dialog = other.getByRole('dialog', { name: CHANGED })
    await dialog.waitFor()
    await press(other, 'Ver diferencias')
    expect(await other.evaluate(VERSIONS)).toEqual(['Director', 'Gerente'])
    await looksRight(other, 'edit-conflict')
    expect(await tagOf(card)).toBe(tag)
    await press(other, 'Sobrescribir')
    await other.getByText(SAVED).waitFor()
    expect(await field(other, 'Empresa').inputValue()).toBe('Andes')
    expect(await tagOf(card)).not.toBe(tag)
    await Promise.all([one.context().close(), other.context().close()])
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
