import { read, utils } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { publicProfile, type PublicProfile } from '@app/contracts/api/public-calls.ts'
import { noise } from '@app/images/testing/sample-pictures.ts'
import { emailOf, PASSWORD } from '../../kills/account-world.ts'
import { call } from '../../support/processes/product-calls.ts'
import { openPage } from '../browser.ts'
import {
  DESK,
  field,
  openStill,
  PHONE,
  press,
  titled,
  type World,
  looksRightEverywhere,
} from './dashboard-fixture.ts'

const NAME = 'Antonella Huenul'
const SLUG = 'antonella-huenul'
/** By label: the typed and the stored text. */
const FIELDS: readonly (readonly [keyof PublicProfile, label: string, typed: string, kept?: string])[] = [
  ['name', 'Nombre', 'Antonella'],
  ['lastname', 'Apellido', 'Huenul Ñanco'],
  ['position', 'Cargo', 'Jefa de obra'],
  ['company', 'Empresa', 'Constructora Rukán'],
  ['bio', 'Biografía', 'Casas de madera en el sur.\nDesde 2011.'],
  ['phone', 'Teléfono', '9 8765 4321', '+56987654321'],
  ['whatsapp', 'WhatsApp', '+56 9 8765 4321', '+56987654321'],
  ['email', 'Correo electrónico', 'obra@rukan.example'],
  ['website', 'Sitio Web', 'rukan.example', 'https://rukan.example'],
  ['linkedin', 'LinkedIn', 'antonella-huenul', 'https://www.linkedin.com/in/antonella-huenul/'],
  ['instagram', 'Instagram', '@rukan.madera', 'https://www.instagram.com/rukan.madera/'],
  ['facebook', 'Facebook', 'rukanmadera', 'https://www.facebook.com/rukanmadera'],
  ['custom_link', 'Enlace', 'agenda.example/rukan', 'https://agenda.example/rukan'],
  ['custom_link_title', 'Título del enlace', 'Agenda una visita'],
]
const IMAGES = [
  ['imagen de perfil', 'de perfil', 600, 600],
  ['logo de la empresa', 'del logo', 600, 200],
  ['imagen de fondo', 'de fondo', 900, 1_600],
] as const
const PICTURES_SHOWN =
  "[...document.querySelectorAll('.ava img, .logo img, .backdrop img')].filter((image) => image.naturalWidth > 0).length"
const SAVE_COLOUR = "getComputedStyle(document.querySelector('.save')).backgroundColor"
/** Of the theme Bosque. */
const GREEN = 'rgb(18, 112, 74)'

/** All screens one after another, in a newcomer's order. */
export function storySteps(world: () => World): void {
  test('an owner’s first day, from registering to the report', async () => {
    const { people } = world()
    const at = (path: string): string => `${people.product.url}${path}`
    const { context, page, complaints } = await openStill(world(), { size: DESK })
    await register(page)
    await editEverything(page)
    await page.goto(at('/dashboard?tab=appearance'))
    await page.getByRole('radio', { name: 'Bosque' }).click()
    await page.getByText('Tema aplicado correctamente').waitFor()
    await expectShown()
    await page.goto(at('/dashboard?tab=analytics&range=7d'))
    await page.getByText('Todavía no hay visitas.').waitFor()
    const figure = (region: string) =>
      page.getByRole('region', { name: region }).getByText('1', { exact: true }).waitFor()
    await tapAndClick(() => figure('Clics Totales'))
    await figure('Visitas Totales')
    await expectReport(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  async function register(page: Page): Promise<void> {
    const { people } = world()
    await page.goto(`${people.product.url}/register`)
    await field(page, 'Nombre completo').fill(NAME)
    await field(page, 'Correo electrónico').fill(emailOf(NAME))
    await field(page, 'Contraseña').fill(PASSWORD)
    await press(page, 'Crear cuenta')
    await titled(page, 'Activa tu cuenta')
    await field(page, 'Código de activación').fill(await people.newCode())
    await press(page, 'Activar cuenta')
    await page.getByRole('navigation', { name: 'Panel' }).waitFor()
  }

  async function editEverything(page: Page): Promise<void> {
    await page.goto(`${world().people.product.url}/dashboard?tab=profile`)
    await titled(page, 'Editar Perfil')
    for (const [noun, ofWhat, width, height] of IMAGES) {
      const buffer = await noise(width, height).jpeg().toBuffer()
      const file = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
      await page.getByLabel(`Archivo para ${noun}`).setInputFiles(file)
      await press(page, 'Usar imagen')
      await page.getByText(`Imagen ${ofWhat} subida correctamente al perfil`).waitFor()
    }
    for (const [, label, typed] of FIELDS) await field(page, label).fill(typed)
    await looksRightEverywhere(page, 'edit-changed')
    await press(page, 'Guardar cambios')
    await page.getByText('Perfil actualizado correctamente').waitFor()
  }

  async function expectShown(): Promise<void> {
    const { browser, people } = world()
    const answer = await call(`${people.product.url}/api/public/profile/${SLUG}`, {
      method: 'GET',
      headers: ROBOT,
    })
    const profile = publicProfile.parse(answer.body)
    const expected = Object.fromEntries(FIELDS.map(([key, , typed, kept = typed]) => [key, kept]))
    expect(profile).toMatchObject({ ...expected, theme_color: 'green' })
    // A page that is not seen for a second counts nothing.
    const { context, page } = await openPage(browser, ...PHONE)
    await page.route('**/api/public/**', (route) => route.abort())
    await page.goto(`${people.product.url}/pages/${SLUG}`)
    for (const text of ['Antonella Huenul Ñanco', 'Jefa de obra', 'Agenda una visita'])
      await page.getByText(text).first().waitFor()
    await expect.poll(() => page.evaluate(PICTURES_SHOWN)).toBe(IMAGES.length)
    expect(await page.evaluate(SAVE_COLOUR)).toBe(GREEN)
    await context.close()
  }

  /** Somebody else's phone touches the card. */
  async function tapAndClick(clicked: () => Promise<void>): Promise<void> {
    const { browser, people } = world()
    const { context, page } = await openPage(browser, ...PHONE)
    const tapped = page.waitForResponse((response) => response.url().includes('/api/public/profile/'))
    await page.goto(`${people.product.url}/pages/${SLUG}?s=nfc`)
    await tapped
    await context.route('https://wa.me/**', (route) => route.abort())
    await page.locator('a[href^="https://wa.me/56987654321"]').first().click({ noWaitAfter: true })
    await clicked()
    await context.close()
  }

  async function expectReport(page: Page): Promise<void> {
    const downloading = page.waitForEvent('download')
    await press(page, 'Reporte Excel')
    const book = read(await readFile(await (await downloading).path()))
    const rowsOf = (sheet: string) =>
      utils.sheet_to_json<unknown[]>(book.Sheets[sheet]!, { header: 1, blankrows: false })
    const summary = rowsOf('Resumen')
    expect(summary).toContainEqual(['Perfil', 'Antonella Huenul Ñanco'])
    expect(summary).toContainEqual(['Página', `${world().people.product.url}/pages/${SLUG}`])
    expect(summary.find(([title]) => title === 'Visitas')?.[1]).toBe(1)
    expect(rowsOf('Redes').find(([network]) => network === 'WhatsApp')?.[1]).toBe(1)
  }
}

/** Reads without a visit that counts. */
const ROBOT = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }
