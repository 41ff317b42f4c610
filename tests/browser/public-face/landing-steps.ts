import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { DESK, looksRight, openStill, PHONE } from '../dashboard/dashboard-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const SIZES = [PHONE, DESK]
/** The middle of the link is under the card. */
const PHONE_TOP = { position: { x: 150, y: 120 } }

const CHIP_FROM_EDGE_PX = `(() => {
  const [chip, block] = ['#contenido [role=status] > p', 'main > div'].map((part) => document.querySelector(part).getBoundingClientRect())
  return chip.left - block.left
})()`

const PAGE_COLOURS = { Noche: 'rgb(10, 21, 27)', Cálido: 'rgb(255, 246, 235)' } as const

/** The profile in the dialog has a background picture of its own: none may lie over it. */
const pageColour = (dialog: Locator): Promise<string> =>
  dialog
    .locator('.profile')
    .evaluate(
      (profile) =>
        profile.querySelector('.backdrop')?.className ??
        profile.ownerDocument.defaultView!.getComputedStyle(profile).backgroundColor,
    )

/** Once React has taken over: until then the form waits. */
async function openLanding(page: Page, { api }: ApiWorld): Promise<void> {
  await page.goto(`${api.url}/`)
  await page.locator('form button[type=submit]:enabled').waitFor()
}

/** Nothing else may happen meanwhile: the log is compared as a whole. */
export function landingLooks(world: () => ApiWorld): void {
  test.each(SIZES)('reads well at %d × %d px, and has one look', async (...size) => {
    const { context, page, complaints } = await openStill(world(), { size })
    await page.emulateMedia({ colorScheme: 'dark' })
    await openLanding(page, world())
    expect(await page.title()).toMatch(new RegExp(` · ${PRODUCT.name}$`))
    await shownInPhone(page)
    await looksRight(page, 'landing')
    expect(await page.evaluate(CHIP_FROM_EDGE_PX)).toBeGreaterThan(6)
    const background = 'getComputedStyle(document.documentElement).backgroundColor'
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)')
    await addsNothing(() => openDemo(page))
    await page.goto(`${world().api.url}/inicio`)
    await shownInPhone(page)
    await looksRight(page, 'inicio')
    expect(complaints).toEqual([])
    await context.close()
  })

  /** The demo is opened twice, in two themes, and its button for the contact is pressed. */
  async function openDemo(page: Page): Promise<void> {
    const opener = page.getByRole('button', { name: 'Ver el perfil demo en grande' })
    const dialog = page.getByRole('dialog', { name: 'Perfil demo' })
    for (const theme of ['Noche', 'Cálido'] as const) {
      await opener.click(PHONE_TOP)
      await dialog.getByText('Antonia Rivas Soto').waitFor()
      await dialog.getByText(theme).click()
      expect(await pageColour(dialog)).toBe(PAGE_COLOURS[theme])
      if (theme === 'Noche') await looksRight(page, 'demo', '[role=dialog]')
      await dialog.getByText('Guardar contacto', { exact: true }).click({ force: true })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    }
  }

  async function addsNothing(work: () => Promise<void>): Promise<void> {
    const { api } = world()
    await api.settle()
    const head = await api.store.log.headPosition()
    await work()
    await api.settle()
    expect(await api.store.log.headPosition()).toBe(head)
  }
}

export function landingSteps(world: () => ApiWorld): void {
  test('the form is filled in, corrected and sent by keyboard alone', async () => {
    const { context, page, complaints } = await openStill(world(), { size: DESK })
    await openLanding(page, world())
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Saltar al contenido')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatch(/^Cotizar para mi empresa/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    for (const [label, text] of [
      ['Empresa', 'Andes Norte SpA'],
      ['Persona de contacto', 'Antonia Rivas'],
      ['Correo', 'antonia@'],
      ['Teléfono', '+56 9 1234 5678'],
    ] as const) {
      expect(await focusedLabel(page)).toBe(label)
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('Escribe un correo válido').waitFor()
    expect(await focusedLabel(page)).toBe('Correo')
    await looksRight(page, 'quotation-faults', '#quotation')
    await page.keyboard.type('andesnorte.cl')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '¡Solicitud recibida!' }).waitFor()
    await looksRight(page, 'quotation-received', '#quotation')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('on a phone the menu leads to the sections, and a bar follows', async ({ expect }) => {
    const { context, page, complaints } = await openStill(world())
    await openLanding(page, world())
    await page.getByRole('button', { name: 'Abrir menú' }).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menú' })
    await menu.getByRole('link', { name: 'Iniciar Sesión' }).waitFor()
    await looksRight(page, 'menu', '[role=dialog]')
    await menu.getByRole('link', { name: 'Analítica' }).focus()
    await page.keyboard.press('Enter')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate<number>('window.scrollY')).toBeGreaterThan(400)
    expect(await page.evaluate('document.activeElement.id')).toBe('analytics')
    await page.getByRole('link', { name: 'Cotizar', exact: true }).first().waitFor()
    await looksRight(page, 'landing-bar', 'div:has(> div > [aria-label="Volver arriba"])')
    expect(complaints).toEqual([])
    await context.close()
  })
}

/** The real page of the demo profile has come, and is drawn. */
const shownInPhone = (page: Page): Promise<void> =>
  page.locator('#contenido [data-profile-theme]').getByText('Antonia Rivas Soto').waitFor()

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.trim()')
const focusedLabel = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.labels?.[0]?.textContent',
  )
