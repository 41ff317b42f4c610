import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mailboxData } from '@app/contracts/privacy/mailbox.ts'
import { PUBLIC_URL } from '../support/api/test-backend.ts'
import { mailboxHolder, quotationOf } from '../support/api/mailbox-holder.ts'
import { subscriptionsOf } from '../support/api/test-subscriptions.ts'
import { eventually } from '../support/eventually.ts'
import {
  DESK,
  downloaded,
  field,
  looksRightEverywhere,
  newOwner,
  open,
  press,
  says,
  titled,
  useWorld,
  visiting,
} from './fixture.ts'

/** A person's own data from the mail to the erasure, and who answers. */
const world = useWorld()

const DOOR = '/mis-datos'
const LINK_DEAD = 'Este enlace ya no sirve.'
const LEFT = {
  full_name: 'Nahuel Antimán',
  phone: '+56 9 5512 3344',
  description: 'Nos conocimos en Expo Frío',
}
const SENT = 'Recibimos tu solicitud. Te respondemos en 30 días a lo más, haya datos o no.'

/** The link of the mail that is asked for at the door. */
async function requestLink(page: Page, email: string): Promise<string> {
  const { mails } = mailboxHolder(world.api, email)
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Correo electrónico').press('Enter')
  await page.getByText('Si el correo existe, te enviamos un enlace.').waitFor()
  await eventually(() => expect(mails()).not.toEqual([]))
  return /https:\S+\/mis-datos#\S+/.exec(mails().at(-1)!.text)![0].replace(PUBLIC_URL, world.api.url)
}

test('the mailed link opens everything by a press, in one browser, to be saved and erased [PRIV-16]', async () => {
  const { owner } = await newOwner(world, 'Camila Soto')
  const { profile } = await newOwner(world, 'Elena Cayul')
  const { email } = owner
  await subscriptionsOf(world.api).subscribed(profile.id, email)
  await quotationOf(world.api, email)
  await visiting(world, { path: DOOR }, async (page) => {
    await titled(page, 'Mis datos')
    await looksRightEverywhere(page, 'rights-door')
    const link = await requestLink(page, email)
    await looksRightEverywhere(page, 'rights-sent')
    // A program that checks mails opens the address.
    const scanner = await open(world)
    await scanner.page.goto(link)
    await scanner.page.getByRole('button', { name: 'Ver mis datos' }).waitFor()

    await page.goto(link)
    await press(page, 'Ver mis datos')
    await page.getByRole('heading', { name: /^Guardamos 3 cosas de ti/ }).waitFor()
    for (const title of ['Cotización de Andes Norte', 'Cuenta de Camila Soto', 'Recordatorio de Elena Cayul'])
      await page.getByRole('article', { name: title, exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await looksRightEverywhere(page, 'rights-page')

    await press(scanner.page, 'Ver mis datos')
    await says(scanner.page, LINK_DEAD)
    await looksRightEverywhere(scanner.page, 'rights-dead')
    await scanner.context.close()

    const file = await downloaded(page, page.getByRole('button', { name: 'Descargar todo' }))
    const { things } = mailboxData.parse(JSON.parse(await readFile(await file.path(), 'utf8')))
    expect(things.map(({ kind }) => kind).toSorted()).toEqual(['account', 'quotation', 'reminder'])
    await page.getByRole('button', { name: /^Borrar todo/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Borrar todo: ${email}` })
    await dialog.getByText(/Quedan las cifras,/).waitFor()
    await looksRightEverywhere(page, 'rights-erase', '[role=dialog]')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^Borramos todo lo que guardábamos de este correo\./).waitFor()
    await looksRightEverywhere(page, 'rights-nothing')
  })
})

test('what was left on a card is shown to its mailbox once an administrator says who asks [PRIV-17]', async () => {
  const { profile } = await newOwner(world, 'Elvira Nahuelcura')
  await world.api.post(`/api/public/identify/${profile.id}`, { ...LEFT, visitor_id: crypto.randomUUID() })
  const email = 'nahuel.antiman@correo.example'
  await visiting(world, { path: DOOR }, async (page) => {
    await page.getByRole('link', { name: 'Pedirlo con un formulario' }).press('Enter')
    await press(page, 'Enviar solicitud')
    await expect.poll(() => page.getByText('Completa este campo.').count()).toBe(3)
    await looksRightEverywhere(page, 'rights-form-empty')
    await field(page, '¿De quién es la tarjeta?').fill('Elvira Nahuelcura')
    await field(page, 'Tu nombre').fill('Nahuel Antiman Pérez')
    await field(page, 'Tu teléfono').fill('955123344')
    await field(page, 'Correo para responderte').fill(email)
    await field(page, 'Correo para responderte').press('Enter')
    await page.getByText(SENT).waitFor()
    await looksRightEverywhere(page, 'rights-form-sent')

    const path = '/admin?tab=solicitudes'
    await visiting(world, { size: DESK, as: world.api.admin, path }, async (panel) => {
      await panel.getByRole('link', { name: 'Nahuel Antiman Pérez' }).press('Enter')
      await panel.getByRole('radio', { name: /^Nahuel Antimán/ }).press('Space')
      await looksRightEverywhere(panel, 'rights-person')
      await press(panel, 'Responder')
      await panel.getByText('Respuesta anotada. Envíala por correo.').waitFor()
    })
    await page.getByRole('link', { name: 'Volver' }).click()
    await page.goto(await requestLink(page, email))
    await press(page, 'Ver mis datos')
    const left = page.getByRole('article', { name: 'Lo que dejaste a Elvira Nahuelcura' })
    await left.getByText(LEFT.description).waitFor()
    await looksRightEverywhere(page, 'rights-left')
  })
})
