import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  callAs,
  looksRight,
  newCardOwner,
  PHONE,
  press,
  looksRightEverywhere,
} from '../dashboard/dashboard-fixture.ts'
import { openTab, searchFor, type AdminWorld } from './admin-fixture.ts'

const TAB = 'perfiles'
const SEARCH = 'Nombre o empresa'

async function search(page: Page, text: string): Promise<void> {
  await searchFor(page, SEARCH, text)
  await page.getByText('1 perfil', { exact: true }).waitFor()
}

const slugField = (page: Page, name: string): Locator => page.getByRole('textbox', { name: `URL de ${name}` })
const editSlug = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Editar la URL de ${name}` })

const focused = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')")

export function profilesSteps(world: () => AdminWorld): void {
  const pageOf = (slug: string): Promise<Response> =>
    fetch(`${world().people.product.url}/pages/${slug}`, { redirect: 'manual' })

  test('a slug is changed by keys alone', async () => {
    const name = 'Rayén Curín'
    const { owner, profile } = await newCardOwner(world(), name)
    const body = { position: 'Gerenta', company: 'Andes Norte', whatsapp: '912345678', linkedin: 'rayen' }
    await callAs(world(), owner, { method: 'PUT', path: `/profile/${profile.id}`, body })
    const { context, page, complaints } = await openTab(world(), TAB)
    await search(page, 'curin')
    for (const text of ['Activo', 'Gerenta · Andes Norte', owner.email, '+56 9 1234 5678', 'LinkedIn'])
      await page.getByText(text, { exact: true }).waitFor()
    await editSlug(page, name).press('Enter')
    await page.getByText('El enlace anterior seguirá funcionando.', { exact: true }).waitFor()
    await page.keyboard.type('DEMO')
    await page.getByText('Esa dirección está reservada. Elige otra.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Rayen-nueva')
    await page.getByText('Disponible', { exact: true }).waitFor()
    await looksRightEverywhere(page, 'admin-profiles-slug')
    await slugField(page, name).focus()
    await page.keyboard.press('Enter')
    await page
      .getByText(`URL actualizada exitosamente: ${profile.slug} -> rayen-nueva`, { exact: true })
      .waitFor()
    await page.getByText(`/pages/rayen-nueva`, { exact: true }).waitFor()
    expect(await focused(page)).toContain(`Editar la URL de ${name}`)
    expect((await pageOf(profile.slug)).status).toBe(307)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a profile is hidden and shown again', async () => {
    const name = 'Ailín Catrileo'
    const { profile } = await newCardOwner(world(), name)
    const { context, page } = await openTab(world(), TAB, PHONE)
    await search(page, 'catrileo')
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: `Ver Perfil de ${name}` }).click(),
    ])
    await opened.waitForURL(`**/pages/${profile.slug}`)
    await opened.close()
    await press(page, `Desactivar el perfil de ${name}`)
    await page.getByRole('dialog', { name: `¿Desactivar el perfil de ${name}?` }).waitFor()
    await press(page, 'Desactivar')
    await page.getByText('Perfil desactivado', { exact: true }).waitFor()
    await page.getByText('Inactivo', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: `Ver Perfil de ${name}` }).count()).toBe(0)
    expect((await pageOf(profile.slug)).status).toBe(404)
    await press(page, 'Inactivos')
    await press(page, `Activar el perfil de ${name}`)
    await page.getByText('Perfil activado', { exact: true }).waitFor()
    await page.getByText('Ningún perfil coincide con tu búsqueda.', { exact: true }).waitFor()
    expect((await pageOf(profile.slug)).status).toBe(200)
    await context.close()
  })

  test('a profile is deleted once its slug is typed', async () => {
    const name = 'Nahuel Pangui'
    const { owner, profile } = await newCardOwner(world(), name)
    const { context, page, complaints } = await openTab(world(), TAB)
    await search(page, 'pangui')
    await press(page, `Eliminar ${name}`)
    await page.getByRole('dialog', { name: `¿Eliminar el perfil de ${name}?` }).waitFor()
    await looksRight(page, 'admin-profiles-delete')
    await page.keyboard.type(profile.slug)
    await page.keyboard.press('Enter')
    await page.getByText('Perfil eliminado', { exact: true }).waitFor()
    await page.getByText('Ningún perfil coincide con tu búsqueda.', { exact: true }).waitFor()
    expect(await focused(page)).toBe('los perfiles')
    expect((await pageOf(profile.slug)).status).toBe(404)
    await callAs(world(), owner, { method: 'POST', path: '/profiles/create' })
    // The owner wrote it, so this browser's list need not know of it yet.
    const card = page.getByRole('listitem', { name })
    while ((await card.count()) === 0) await press(page, 'Recargar')
    expect(complaints).toEqual([])
    await context.close()
  })
}
