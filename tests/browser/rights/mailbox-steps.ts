import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { mailboxData } from '@app/contracts/privacy/mailbox.ts'
import { emailOf, type Owner, PASSWORD } from '../../kills/account-world.ts'
import { login } from '../../support/processes/product-calls.ts'
import { requestQuotation, subscribe, type AdminWorld } from '../admin/admin-fixture.ts'
import { DESK, newCardOwner, press, saved, looksRightEverywhere } from '../dashboard/dashboard-fixture.ts'
import { DOOR, openAt, requestLink, textOf } from './rights-fixture.ts'

const LINK_DEAD = 'Este enlace ya no sirve.'
/** The browser writes down each refusal. */
const OVER = /status of 400/
const FIRST = 'Logística Austral'
const SECOND = 'Transportes Quepe'
const WORDS = { contact_person: 'Camila Soto', phone: '+56 9 6612 4410' }

const says = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor()
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** With a reminder, two quotations and an account. */
async function newPerson(world: AdminWorld, name: string): Promise<Owner> {
  const email = emailOf(name)
  const { owner: person } = await newCardOwner(world, name)
  const { profile } = await newCardOwner(world, `Dueña De ${name}`)
  await subscribe(world, profile.id, email)
  for (const company of [FIRST, SECOND])
    await requestQuotation(world, `${company} ${name}`, { ...WORDS, email, comments: 'Para la feria.' })
  return person
}

async function opened(world: AdminWorld, page: Page, email: string): Promise<string> {
  const link = await requestLink(world, page, email)
  await page.goto(link)
  await press(page, 'Ver mis datos')
  await page.getByRole('heading', { name: /^Guardamos / }).waitFor()
  return link
}

export function mailboxSteps(world: () => AdminWorld): void {
  test('the mailed link opens everything by a press, in one browser, and until it is closed [PRIV-16]', async () => {
    const name = 'Camila Soto'
    const { email } = await newPerson(world(), name)
    const { context, page, complaints } = await openAt(world(), DOOR)
    await page.getByRole('heading', { level: 1, name: 'Mis datos' }).waitFor()
    await looksRightEverywhere(page, 'rights-door')
    const link = await requestLink(world(), page, email)
    await looksRightEverywhere(page, 'rights-sent')
    // A program that checks mails opens the address.
    const scanner = await openAt(world(), link)
    await scanner.page.getByRole('button', { name: 'Ver mis datos' }).waitFor()

    await page.goto(link)
    await page.getByRole('button', { name: 'Ver mis datos' }).waitFor()
    await looksRightEverywhere(page, 'rights-link')
    await press(page, 'Ver mis datos')
    await page.getByRole('heading', { name: /^Guardamos 4 cosas de ti/ }).waitFor()
    for (const title of [
      `Cotización de ${FIRST} ${name}`,
      `Cotización de ${SECOND} ${name}`,
      `Cuenta de ${name}`,
      `Recordatorio de Dueña De ${name}`,
    ])
      await card(page, title).waitFor()
    expect(new URL(page.url()).hash).toBe('')
    await looksRightEverywhere(page, 'rights-page')

    await press(scanner.page, 'Ver mis datos')
    await says(scanner.page, LINK_DEAD)
    expect(await scanner.page.textContent('body')).not.toContain(name)
    await looksRightEverywhere(scanner.page, 'rights-dead')
    await scanner.context.close()

    await press(page, 'Cerrar')
    await page.getByText(/^Cerraste tus datos en esta pestaña\./).waitFor()
    await page.goto(link)
    await press(page, 'Ver mis datos')
    await says(page, LINK_DEAD)
    expect(complaints.filter((text) => !OVER.test(text))).toEqual([])
    await context.close()
  })

  test('what is kept is saved and erased [PRIV-16]', async () => {
    const name = 'Ingrid Cayul'
    const { email } = await newPerson(world(), name)
    const { context, page, complaints } = await openAt(world(), DOOR, { size: DESK })
    await opened(world(), page, email)

    const json = mailboxData.parse(JSON.parse(await textOf(await saved(page, 'Descargar todo'))))
    expect(json.things.map(({ kind }) => kind).toSorted()).toEqual([
      'account',
      'quotation',
      'quotation',
      'reminder',
    ])
    await eraseEverything(page, email, name)
    expect(complaints.filter((text) => !OVER.test(text))).toEqual([])
    await context.close()
  })

  async function eraseEverything(page: Page, email: string, name: string): Promise<void> {
    await page.getByRole('button', { name: /^Borrar todo/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Borrar todo: ${email}` })
    await dialog.getByText(/Quedan las cifras,/).waitFor()
    await looksRightEverywhere(page, 'rights-erase', '[role=dialog]')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^Borramos todo lo que guardábamos de este correo\./).waitFor()
    await looksRightEverywhere(page, 'rights-nothing')
    await page.reload()
    expect(await page.textContent('body')).not.toContain(name)
    expect((await login(world().people.product.url, PASSWORD, email)).status).toBe(401)
  }
}
