import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RIGHTS_PERIODS } from '@app/contracts/privacy/rights-periods.ts'
import { openTab, searchFor, type AdminWorld } from '../admin/admin-fixture.ts'
import {
  callAs,
  DESK,
  field,
  newCardOwner,
  PHONE,
  press,
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
      body: { kind: 'access', card, name, phone: PHONE_NUMBER, when: 'hoy', email },
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
    'a request is read by keys alone and refused in words, and another prolonged, at %d × %d px [PRIV-17]',
    async (...size) => {
      const [nth] = size
      await twoRequests(nth)
      const { context, page, complaints } = await openTab(world(), 'solicitudes', size)
      await searchFor(page, SEARCH, `curihual${nth}`)
      const line = page.getByRole('link', { name: `Lorenza Curihual${nth}` })
      await line.waitFor()
      await looksRightEverywhere(page, 'rights-requests')
      await line.press('Enter')
      await page.getByRole('heading', { name: `Acceso de Lorenza Curihual${nth} Díaz` }).waitFor()
      await page.getByRole('radio', { name: /^Lorenza Curihual/ }).waitFor({ state: 'attached' })
      await looksRightEverywhere(page, 'rights-request')
      await refuse(page, `lorenza${nth}@correo.example`)
      await press(page, 'Solicitud anterior') // below what is open are the answered ones
      await prolong(page, `berta${nth}@correo.example`)
      await page.keyboard.press('Escape')
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  async function refuse(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Rechazar…' }).press('Enter')
    await page.getByRole('dialog', { name: '¿Por qué la rechazas?' }).waitFor()
    await looksRightInThemes(page, 'rights-refuse')
    await field(page, 'Agrega una línea (opcional)').fill(MORE)
    await press(page, 'Rechazar y enviar')
    await page.getByText('Solicitud rechazada').waitFor()
    const refused = await world().people.mailTo(email, 'No hicimos lo que pediste.')
    const answer = (await page.locator('.request-answer').textContent()) ?? ''
    expect(answer).toContain(MORE)
    for (const sentence of answer.split('\n')) expect(refused.text).toContain(sentence)
  }

  async function prolong(page: Page, email: string): Promise<void> {
    await press(page, 'Prorrogar…')
    await page.getByRole('dialog', { name: '¿Por qué la prorrogas?' }).waitFor()
    await looksRightInThemes(page, 'rights-prolong')
    await field(page, 'Motivo').fill(WAITS)
    await press(page, 'Prorrogar y enviar')
    await page.getByText(/^Plazo prorrogado hasta el /).waitFor()
    const days = RIGHTS_PERIODS.answerDays + RIGHTS_PERIODS.prolongationDays
    await page.getByText(`vence en ${days} días`).first().waitFor()
    expect((await world().people.mailTo(email, 'Necesitamos más tiempo')).text).toContain(WAITS)
  }
}
