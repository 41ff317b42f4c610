import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { myData } from '@app/contracts/api/my-data-calls.ts'
import { consentText, IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { OBJECTED } from '@app/contracts/privacy/objection.ts'
import { seriousFaults } from '../browser.ts'
import { SEEN_MS } from '@app/web/features/public-profile/browser/clock.ts'
import { eventually } from '../../support/eventually.ts'
import { onPage } from './public-face-fixture.ts'
import type { ApiWorld } from '../in-chromium.ts'

const DEMO = '/pages/demo'
const ID_AND_NAME = `Object.keys(localStorage).filter((key) => /^(?:visitor|name)\\./.test(key))`

/** A page that is visible for a second records a visit. */
const TAPS = '**/api/public/profile/**'
const CLICKS = '**/api/public/note/**'
const NOTHING = 'No hay datos tuyos en este perfil'
/** From here on the test moves the page's time. */
async function stopClock(page: Page, now: Date): Promise<void> {
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now.getTime() + 60_000)
}

/**
 * Not `waitForFunction`, which evaluates its text again in the page: the CSP refuses that. Nor `expect.poll`, which
 * finds no test where others that ran at the same time have ended.
 */
const becomesTrue = (page: Page, expression: string): Promise<void> =>
  eventually(async () => expect(await page.evaluate(expression)).toBe(true))

export function myDataSteps(world: () => ApiWorld): void {
  async function identify(page: Page): Promise<void> {
    await page.locator('[data-opens=identify]').click()
    await page.getByLabel('Nombre completo').fill('Rayen Quintupil')
    await page.getByLabel('Teléfono').fill('+56 9 6612 4412')
    await page.getByLabel('¿De dónde se conocen?').fill('Expo Frío')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.locator('[data-known]').waitFor()
    await page.keyboard.press('Escape') // unless it has closed by itself meanwhile
    await becomesTrue(page, `document.activeElement.matches('[data-opens=identify]')`)
  }
  const openByKeyboard = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Mis datos' }).focus()
    await page.keyboard.press('Enter')
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name }).press('Enter')

  describe('a visitor’s own data', () => {
    test('is shown, corrected, saved and erased by keyboard', () =>
      onPage(world(), {}, async (page, complaints) => {
        await identify(page)
        await openByKeyboard(page)
        const dialog = page.getByRole('dialog', { name: 'Mis datos' })
        await dialog.getByText('Rayen Quintupil').waitFor()
        await dialog.getByText(consentText(IDENTIFY_CONSENT, 'Antonia Rivas Soto')).waitFor()
        for (const width of [1_440, 390]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await seriousFaults(page)).toEqual([])
        }

        await press(page, 'Corregir')
        await dialog.getByLabel('Nombre completo').fill('Rayen Quintupil Soto')
        expect(await seriousFaults(page)).toEqual([])
        await press(page, 'Guardar corrección')
        await dialog.getByText('Datos corregidos.').waitFor()
        await dialog.getByText('Rayen Quintupil Soto').waitFor()

        const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Descargar')])
        expect(download.suggestedFilename()).toBe('mis-datos-demo.json')
        const saved = myData.parse(JSON.parse(await readFile(await download.path(), 'utf8')))
        expect(saved.forms.map((form) => form.full_name)).toEqual(['Rayen Quintupil Soto', 'Rayen Quintupil'])

        await press(page, 'Borrar mis datos')
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancelar')
        await press(page, 'Borrar')
        await dialog.getByText('Borramos lo que dijiste de ti', { exact: false }).waitFor()
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])
        expect(complaints).toEqual([])

        await page.keyboard.press('Escape')
        expect(await page.evaluate('document.activeElement.textContent')).toBe('Mis datos')
        await openByKeyboard(page)
        await dialog.getByText(NOTHING, { exact: false }).waitFor()
        await page.keyboard.press('Escape')
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])
        expect(complaints).toEqual([])
        await page.locator('[data-opens=identify]').click()
        expect(await page.getByLabel('Nombre completo').inputValue()).toBe('')
      }))

    test('is forgotten by other tabs, too: their next click is somebody else’s', () =>
      onPage(world(), {}, async (page) => {
        await identify(page)
        const other = await page.context().newPage()
        await stopClock(other, world().api.clock.now())
        await other.goto(world().api.url + DEMO)
        await other.getByText('¡Gracias, Rayen!').first().waitFor()
        await openByKeyboard(other)
        await other.getByRole('button', { name: 'Borrar mis datos' }).press('Enter')
        await other.getByRole('button', { name: 'Borrar', exact: true }).press('Enter')
        await other.getByText('Borramos lo que dijiste de ti', { exact: false }).waitFor()
        await becomesTrue(page, `document.querySelector('[data-known]').hidden`)
        await page.locator('[data-opens=identify]').click()
        expect(await page.getByLabel('Nombre completo').inputValue()).toBe('')
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])

        const [tap] = await Promise.all([other.waitForRequest(TAPS), other.clock.runFor(SEEN_MS)])
        expect(await tap.headerValue('visitor-id')).toBeNull()
        expect(await other.evaluate(ID_AND_NAME)).toEqual([])
        await other.keyboard.press('Escape')
        const [click] = await Promise.all([
          other.waitForRequest(CLICKS),
          other.locator('a[data-network=whatsapp]').click(),
        ])
        expect(click.postDataJSON()).toMatchObject({ visitor_id: expect.any(String) as string })
        expect(await page.evaluate(ID_AND_NAME)).toEqual([expect.stringMatching(/^visitor\./)])
      }))

    test('is not counted once they object: no call or id, and the contact is saved all the same [PRIV-20]', () =>
      onPage(world(), {}, async (page, complaints) => {
        await openByKeyboard(page)
        const toggle = page.getByRole('switch', { name: 'No cuentes mis visitas en esta tarjeta' })
        await toggle.press('Space')
        await page.getByText(OBJECTED).waitFor()
        expect(await toggle.isChecked()).toBe(true)
        for (const width of [1_440, 390]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await seriousFaults(page)).toEqual([])
        }
        expect(await page.evaluate(ID_AND_NAME)).toEqual([])

        const other = await page.context().newPage()
        const calls: string[] = []
        other.on('request', (request) => calls.push(new URL(request.url()).pathname))
        await stopClock(other, world().api.clock.now())
        await other.goto(world().api.url + DEMO)
        await other.clock.runFor(SEEN_MS)
        await other.evaluate(
          `document.querySelector('a[data-network=whatsapp]').addEventListener('click', (e) => e.preventDefault())`,
        )
        await other.locator('a[data-network=whatsapp]').click()
        const [download] = await Promise.all([
          other.waitForEvent('download'),
          other.getByRole('link', { name: 'Guardar contacto', exact: true }).click(),
        ])
        expect(new URL(download.url()).search).toBe('?o=1')
        expect(await readFile(await download.path(), 'utf8')).toContain('BEGIN:VCARD')
        expect(calls.filter((path) => path.startsWith('/api/public/'))).toEqual([])
        expect(await other.evaluate(`localStorage.getItem('clicks')`)).toBeNull()
        expect(await other.evaluate(ID_AND_NAME)).toEqual([])

        await openByKeyboard(other)
        expect(await other.getByRole('switch').isChecked()).toBe(true)
        await other.getByRole('switch').press('Space')
        await other.getByText('Desde ahora contamos tus visitas a esta tarjeta.').waitFor()
        await other.keyboard.press('Escape')
        const [click] = await Promise.all([
          other.waitForRequest(CLICKS),
          other.locator('a[data-network=whatsapp]').click(),
        ])
        expect(click.postDataJSON()).toMatchObject({ visitor_id: expect.any(String) as string })
        expect(complaints).toEqual([])
      }))
  })
}
