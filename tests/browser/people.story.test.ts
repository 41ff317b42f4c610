import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CODE_ALPHABET } from '@app/contracts/fields/activation-code.ts'
import { issuedCode, A_QUOTATION } from '../support/api/test-client.ts'
import { PASSWORD } from '../support/api/test-api.ts'
import { subscriptionsOf } from '../support/api/test-subscriptions.ts'
import { TAKEN } from './browser.ts'
import { DESK, downloaded, field, logIn, looksRight, open, press, titled, useWorld } from './fixture.ts'

/** The main tasks of each kind of person, in one real Chromium over the product in this process. Details: lane `browsers`. */

const CODE = new RegExp(`[${CODE_ALPHABET}]{4}(?:-[${CODE_ALPHABET}]{4}){2}`)

/** Links lead nowhere from here. */
const STAY = `document.addEventListener('click', (event) => event.target.closest('[data-network]') && event.preventDefault())`

const world = useWorld()

const figure = (page: Page, name: string, value: string): Promise<void> =>
  page.getByRole('region', { name }).getByText(value, { exact: true }).waitFor()

test('a visitor taps a card, saves the contact, says who they are and wants a reminder [SCR-5]', async () => {
  const { context, page, complaints } = await open(world)
  const tap = page.waitForResponse((response) => response.url().includes('/api/public/profile/'))
  await page.goto(`${world.api.url}/pages/demo?s=nfc`)
  expect(TAKEN).toContain((await tap).headers()['tap-status'])
  await looksRight(page, 'visitor')

  await page.evaluate(STAY)
  const click = page.waitForResponse((response) => response.url().includes('/api/public/note/'))
  await page.getByRole('link', { name: /WhatsApp/ }).click()
  expect((await click).status()).toBe(200)
  const contact = await downloaded(
    page,
    page.getByRole('link', { name: 'Guardar contacto', exact: true }).last(),
  )
  expect(contact.suggestedFilename()).toBe('Antonia Rivas Soto.vcf')
  expect(await readFile(await contact.path(), 'utf8')).toMatch(/^BEGIN:VCARD\r\n/)

  await page.getByRole('button', { name: 'Identifícate (opcional)' }).click()
  await page.getByLabel('Nombre completo').fill('Rayen Quintupil')
  await page.getByLabel('Teléfono').fill('+56 9 6612 4412')
  await page.getByLabel('¿De dónde se conocen?').fill('Expo Frío')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.getByText('¡Gracias, Rayen!').first().waitFor()
  await page.keyboard.press('Escape') // unless it has closed by itself meanwhile
  await page.getByRole('button', { name: 'Recuérdamelo: recibe un recordatorio por correo' }).click()
  await page.getByLabel('Correo electrónico').fill('rayen@correo.example')
  await page.getByRole('button', { name: 'Activar recordatorio' }).click()
  await page.getByText('Listo. Te escribiremos en 7 días.').waitFor()

  expect(await subscriptionsOf(world.api).typesOf(world.api.demo.id, 'rayen@correo.example')).toEqual([
    'ReminderSubscribed',
  ])
  const { total_visits, social_clicks_total, vcf_downloads } = await world.api.figures(world.api.demo.id)
  expect({ total_visits, social_clicks_total, vcf_downloads }).toEqual({
    total_visits: 1,
    social_clicks_total: 1,
    vcf_downloads: 1,
  })

  expect(complaints).toEqual([])
  await context.close()
})

const fieldsOf = (page: Page): Promise<number> =>
  page.getByRole('main').locator('input, select, textarea').count()

test('an owner comes from the printed code to a live card by one screen of three fields, edits it and sees the first tap [SCR-11]', async () => {
  const { context, page, complaints } = await open(world, {
    size: DESK,
    path: `/activate#code=${await issuedCode(world.api)}`,
  })
  await titled(page, 'Crea tu cuenta')
  expect(await fieldsOf(page)).toBe(3)
  await field(page, 'Nombre completo').fill('Millaray Huenul')
  await field(page, 'Correo electrónico').fill('millaray@correo.example')
  await field(page, 'Contraseña').fill(PASSWORD)
  await press(page, 'Crear cuenta')
  await page.getByRole('heading', { name: 'Hola, Millaray. Esta es tu tarjeta.' }).waitFor()
  await page.getByRole('button', { name: 'Mostrar QR' }).first().click()
  await page.getByRole('img', { name: 'Código QR de Millaray Huenul' }).waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`${world.api.url}/dashboard?tab=profile`)
  await titled(page, 'Editar Perfil')
  await field(page, 'Cargo').fill('Jefa de obra')
  await press(page, 'Guardar cambios')
  await page.getByText('Perfil actualizado correctamente').waitFor()
  await page.goto(`${world.api.url}/dashboard?tab=analytics`)
  await page.getByText('Todavía no hay visitas.').waitFor()

  const visitor = await open(world, { path: '/pages/millaray-huenul?s=qr' })
  await visitor.page.getByText('Jefa de obra').first().waitFor()
  await figure(page, 'Visitas Totales', '1')
  await visitor.context.close()
  await looksRight(page, 'owner-visited')
  expect([...complaints, ...visitor.complaints]).toEqual([])
  await context.close()
})

test('an administrator creates a code, answers a quotation and finds both in the history [SCR-11]', async () => {
  const quotation = { ...A_QUOTATION, company: 'Copihue SpA', contact_person: 'Marisol Huenchuñir' }
  expect((await world.api.post('/api/quotations', quotation)).status).toBe(200)
  const { context, page, complaints } = await open(world, { size: DESK, path: '/admin?tab=codigos' })
  await titled(page, 'Iniciar Sesión')
  await logIn(page, world.api.admin.email)
  await titled(page, 'Panel de Administración')
  await field(page, 'Perfiles permitidos').fill('3')
  await press(page, 'Crear código')
  const code =
    CODE.exec((await page.getByText('Código creado:').locator('..').textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('table', { name: 'Códigos' }).getByRole('row').filter({ hasText: code }).waitFor()

  await page.goto(`${world.api.url}/admin?tab=cotizaciones`)
  const card = page.getByRole('listitem', { name: quotation.company })
  await card.getByRole('button', { name: 'Marcar como Contactado' }).click()
  await card.getByText('Contactado', { exact: true }).waitFor()
  await page.goto(`${world.api.url}/admin?tab=historial`)
  for (const sentence of [/cotización/, /código/]) await page.getByText(sentence).first().waitFor()
  await looksRight(page, 'administrator-history')

  expect(complaints).toEqual([])
  await context.close()
})
