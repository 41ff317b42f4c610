import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { emailOf, type Owner } from '../kills/account-world.ts'
import type { Visit } from './browser.ts'
import {
  field,
  looksRightEverywhere,
  openStill,
  PHONE,
  press,
  titled,
} from './dashboard/dashboard-fixture.ts'
import { withPeople } from './in-chromium.ts'

withPeople((world) => {
  const at = (path: string): string => `${world().people.product.url}${path}`
  const newOwner = async (name: string): Promise<Owner> =>
    world().people.newOwner(name, await world().people.newCode())

  const open = (size = PHONE): Promise<Visit> => openStill(world(), { size })

  test('a person who signs in by the provider enters a code once', async () => {
    await newOwner('Carla Soto')
    const { context, page, complaints } = await open()
    await page.goto(at('/login'))
    await signInByProvider(page, 'Nueva Persona')
    await titled(page, 'Activa tu cuenta')
    await looksRightEverywhere(page, 'activate-external')
    await press(page, 'Cerrar sesión')
    await titled(page, PRODUCT.tagline)

    await page.goto(at('/dashboard?range=1m'))
    await signInByProvider(page, 'Carla Soto')
    await titled(page, 'Mis Perfiles')
    expect(page.url()).toBe(at('/dashboard?range=1m'))
    await press(page, 'Más')
    await press(page, 'Cerrar sesión')
    await titled(page, PRODUCT.tagline)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('nothing is wider than a window of 320 px with texts at 200 %, also what forms answer', async () => {
    const width = 320
    const { context, page } = await open([width, 844])
    // As a visitor's own text size: all of the client's sizes are in rem.
    await page.addInitScript(
      `addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))`,
    )
    for (const [path, title] of [
      ['/login', 'Iniciar Sesión'],
      ['/register', 'Crea tu cuenta'],
      ['/auth/forgot-password', 'Recupera tu contraseña'],
      ['/auth/reset', 'Enlace inválido'],
      ['/profile', 'Error de autenticación'],
    ] as const) {
      await page.goto(at(path))
      await titled(page, title)
      if (path === '/login' || path === '/register')
        await page.getByRole('link', { name: /^Continuar con/ }).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
    }
    await page.goto(at('/auth/forgot-password'))
    const email = field(page, 'Correo electrónico')
    await email.fill('rayen')
    await email.press('Enter')
    await page.getByText('Escribe un correo válido').waitFor()
    expect(await page.evaluate('document.forms[0].scrollWidth - document.forms[0].clientWidth')).toBe(0)
    await email.fill('rayen.soto@correo-de-la-empresa.example')
    await email.press('Enter')
    await page.getByRole('button', { name: 'Volver al inicio de sesión' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await context.close()
  })
})

/** From the login, by the local provider, as any person. */
async function signInByProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continuar con el proveedor local' }).click()
  await page.getByLabel('Correo electrónico').fill(emailOf(name))
  await press(page, 'Continuar')
}
