import { describe, expect, test } from 'vitest'
import { mailboxSteps } from './mailbox-steps.ts'
import { withPeople } from '../in-chromium.ts'
import { DESK, field, newCardOwner, press, looksRightEverywhere } from '../dashboard/dashboard-fixture.ts'
import { openTab, searchFor, type AdminWorld } from '../admin/admin-fixture.ts'
import { DOOR, leaveWords, openAt, requestLink } from './rights-fixture.ts'

/** A person's own data from the mail to the erasure, and who answers: the built program, real Chromium, real mails. */

withPeople((world) => {
  describe.concurrent('Mis datos', () => mailboxSteps(world))
  describe.concurrent('the form without a mail', () => cardFormSteps(world))
})

const EMAIL = 'nahuel.antiman@correo.example'
const SENT = 'Recibimos tu solicitud. Te respondemos en 30 días a lo más, haya datos o no.'
const LEFT = {
  full_name: 'Nahuel Antimán',
  phone: '+56 9 5512 3344',
  description: 'Nos conocimos en Expo Frío',
}

function cardFormSteps(world: () => AdminWorld): void {
  test('what was left on a card is shown to its mailbox once an administrator says who asks [PRIV-17]', async () => {
    const { profile } = await newCardOwner(world(), 'Elvira Nahuelcura')
    await leaveWords(world(), profile.id, LEFT)

    const { context, page, complaints } = await openAt(world(), DOOR)
    await page.getByRole('link', { name: 'Pedirlo con un formulario' }).press('Enter')
    await page.getByRole('button', { name: 'Enviar solicitud' }).waitFor()
    await looksRightEverywhere(page, 'rights-form')
    await press(page, 'Enviar solicitud')
    await expect.poll(() => page.getByText('Completa este campo.').count()).toBe(3)
    await looksRightEverywhere(page, 'rights-form-empty')
    await field(page, '¿De quién es la tarjeta?').fill('Elvira Nahuelcura')
    await field(page, 'Tu nombre').fill('Nahuel Antiman Pérez')
    await field(page, 'Tu teléfono').fill('955123344')
    await field(page, 'Correo para responderte').fill(EMAIL)
    await field(page, 'Correo para responderte').press('Enter')
    await page.getByText(SENT).waitFor()
    await looksRightEverywhere(page, 'rights-form-sent')

    const admin = await openTab(world(), 'solicitudes', DESK)
    await searchFor(admin.page, 'Nombre o correo', EMAIL)
    await admin.page.getByRole('link', { name: 'Nahuel Antiman Pérez' }).press('Enter')
    await admin.page.getByRole('radio', { name: /^Nahuel Antimán/ }).press('Space')
    await looksRightEverywhere(admin.page, 'rights-person')
    await press(admin.page, 'Responder')
    await admin.page.getByText('Respuesta anotada. Envíala por correo.').waitFor()
    expect(admin.complaints).toEqual([])
    await admin.context.close()

    await page.getByRole('link', { name: 'Volver' }).click()
    await page.goto(await requestLink(world(), page, EMAIL))
    await press(page, 'Ver mis datos')
    const left = page.getByRole('article', { name: 'Lo que dejaste a Elvira Nahuelcura' })
    await left.getByText(LEFT.description).waitFor()
    await looksRightEverywhere(page, 'rights-left')
    expect(complaints).toEqual([])
    await context.close()
  })
}
