import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab, searchFor, type AdminWorld } from '../admin/admin-fixture.ts'
import {
  callAs,
  DESK,
  field,
  newCardOwner,
  PHONE,
  looksRightEverywhere,
} from '../dashboard/dashboard-fixture.ts'
import { leaveWords, looksRightInThemes } from './rights-fixture.ts'

/** Each has its own dialogs. */
const SIZES = [PHONE, DESK]
const PHONE_NUMBER = '+56 9 8123 4567'
const SEARCH = 'Nombre o correo'
const MORE = 'Escríbenos desde el teléfono que dejaste.'
const WAITS = 'El dueño de la tarjeta está de vacaciones.'

export function requestsSteps(world: () => AdminWorld): void {
  const request = (card: string, name: string, email: string) =>
    callAs(world(), world().administrator, {
      method: 'POST',
      path: '/rights/requests',
      body: { kind: 'access', card, name, phone: PHONE_NUMBER, email },
    })

  /** Of a card on which one visitor left words. */
  async function twoRequests(nth: number): Promise<void> {
    const { profile } = await newCardOwner(world(), `Aurelia Huaiquil${nth}`)
    const words = { full_name: `Lorenza Curihual${nth}`, phone: PHONE_NUMBER, description: 'Feria del libro' }
    await leaveWords(world(), profile.id, words)
    await request(profile.slug, `Lorenza Curihual${nth} Díaz`, `lorenza${nth}@correo.example`)
    await request(profile.slug, `Berta Curihual${nth}`, `berta${nth}@correo.example`)
  }

  test.each(SIZES)(
    'a request is read by keys alone and refused, and another prolonged, at %d × %d px [PRIV-17]',
    async (...size) => {
      const [nth] = size
      await twoRequests(nth)
      const { context, page, complaints } = await openTab(world(), 'solicitudes', size)
      await searchFor(page, SEARCH, `curihual${nth}`)
      const line = page.getByRole('link', { name: `Lorenza Curihual${nth}` })
      await line.waitFor()
      await looksRightEverywhere(page, 'rights-requests')
      await line.press('Enter')
      const dialog = page.getByRole('dialog', { name: `Acceso de Lorenza Curihual${nth} Díaz` })
      await dialog.getByRole('radio', { name: /^Lorenza Curihual/ }).waitFor({ state: 'attached' })
      await looksRightInThemes(page, 'rights-request')
      await refuse(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: `Berta Curihual${nth}` }).press('Enter')
      await prolong(page)
      await page.keyboard.press('Escape')
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  async function refuse(page: Page): Promise<void> {
    await field(page, 'Motivo').fill(MORE)
    await page.getByRole('button', { name: 'Responder' }).press('Enter')
    await page.getByText('Respuesta anotada. Envíala por correo.').waitFor()
    await page.getByText('No pudimos confirmar que eres tú.').waitFor()
    await page.getByRole('link', { name: /^Escribir a / }).waitFor()
  }

  async function prolong(page: Page): Promise<void> {
    await field(page, 'Motivo').fill(WAITS)
    await page.getByRole('button', { name: /^Prorrogar hasta el / }).press('Enter')
    await page.getByText(/^Plazo prorrogado hasta el /).waitFor()
    await page.getByText('por ley, prorrogado').waitFor()
  }
}
